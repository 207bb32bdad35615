import { checkCharacter } from '../person/id-number.ts';
import type { MarkKind } from './kinds.ts';
import type { Stream } from './streams.ts';
import type { Terms } from './terms.ts';

/** A find in a stream: from a character up to, not including, another. */
export type Found = { kind: MarkKind; from: number; to: number };

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

type Pattern = {
  kind: MarkKind;
  pattern: RegExp;
  /** Whether it must not begin or end within a word or a longer number. */
  atWord?: boolean;
  isRight?: (text: string) => boolean;
};

const iso7064 = (digits: string) => {
  let total = 0;
  for (const digit of digits.slice(0, -1)) total = ((total + Number(digit)) * 2) % 11;
  return digits.at(-1) === ((12 - total) % 11).toString().replace('10', 'x');
};

const common: Pattern[] = [
  // Several people before one domain, or one person, also with 「at」 in brackets.
  {
    kind: 'mail',
    pattern:
      /(?:\{[^{}]{3,120}\}|[a-z0-9][a-z0-9._%+-]{0,63})(?:@|[[(]at[\])])[a-z0-9-]{1,63}(?:(?:\.|[[(]dot[\])])[a-z0-9-]{1,63}){1,5}/g,
  },
  {
    kind: 'orcid',
    pattern: /\d{4}-\d{4}-\d{4}-\d{3}[\dx]|0000000\d{8}[\dx]/g,
    isRight: (text) => iso7064(text.replaceAll('-', '')),
  },
  {
    kind: 'identity',
    pattern: /[1-9]\d{16}[\dx]/g,
    atWord: true,
    isRight: (text) => checkCharacter(text.slice(0, 17)) === text.slice(17).toUpperCase(),
  },
  { kind: 'phone', pattern: /(?:\+?86-?)?1[3-9]\d-?\d{4}-?\d{4}/g, atWord: true },
  // A landline without a word before it.
  { kind: 'phone', pattern: /(?:\(0\d{2,3}\)-?|0\d{2,3}-)[2-9]\d{6,7}/g, atWord: true },
  { kind: 'phone', pattern: /(?:电话|传真|手机|tel|phone|fax)[.:：)]*[+(（]?\d[\d()（）-]{6,18}\d/g },
  { kind: 'phone', pattern: /(?:qq|微信|wechat|weixin)(?:号[:：]?|id[:：]?|[:：])[a-z0-9][a-z0-9_-]{4,19}/g },
  // Addresses of schools and institutes, whosever they are. A part of one has 63 characters at most; without that limit a long
  // text without spaces would be walked to its end from each of its characters.
  { kind: 'site', pattern: /[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:edu|ac)\.cn/g },
  {
    kind: 'thanks',
    pattern:
      /致谢|鸣谢|感谢.{0,40}(?:资助|支持|帮助)|acknowledge?ments?|thisworkwas(?:partially|partly)?supported/g,
  },
  {
    kind: 'fund',
    pattern:
      /(?:基金|资助|项目|课题|批准|编号|grants?|funds?|contract|program|project|nsfc)[^。;；]{0,24}?(?:no\.?s?|号|编号)?[:：(（]?((?=(?:[a-z-]{0,8}\d){5})[a-z0-9][a-z0-9-]{5,24})/g,
  },
];

const universities = '大学|学院|高校|院校|高等学校';
const inEnglish =
  'university|universities|univ\\.|univ|institute|inst\\.|college|coll\\.|academy|polytechnic|school';
const sciences =
  'technology|technol|tech|science|sci|engineering|engn|eng|education|educ|economics|econ|medicine|med|finance|communications|telecommunications|law|arts|agriculture|agr|languages|studies';

/** A short name is one where no other word goes on before and behind it: 毕业于北大, and not 北大街. */
const shortName = (name: string) =>
  new RegExp(
    `(?<![\\p{Script=Han}a-z])${name}(?=${afterShort})|(?<=[于在由从与和及赴到为自])${name}(?=${afterShort})`,
    'gu',
  );
const afterShort =
  '$|[^\\p{Script=Han}]|[的校附与和及等、]|毕业|教授|博士|硕士|本科|老师|学报|出版|学生|工作|任教|就读|攻读|医院|团队|课题';

const patternsFor = ({ cities, shortNames, surnames }: Terms): Pattern[] => [
  ...common,
  ...shortNames.map((name): Pattern => ({ kind: 'school', pattern: shortName(escape(name)) })),
  ...cities.flatMap(({ name, letters }): Pattern[] => [
    ...(name === ''
      ? []
      : [
          {
            kind: 'city' as const,
            pattern: new RegExp(
              `${escape(name)}市?(?:的|地区|本地|当地)?(?:某|一所|一家|某所)?(?:(?![的对和与在是了有])\\p{Script=Han}){0,4}?(?:${universities})`,
              'gu',
            ),
          },
        ]),
    ...(letters.length < 4
      ? []
      : [
          {
            kind: 'school' as const,
            atWord: true,
            pattern: new RegExp(
              `${letters}[a-z&-]{0,50}?(?:${inEnglish})(?:(?:of)?[a-z&-]{0,50}?(?:${sciences})(?:and[a-z]{3,20}?(?:technology|science|engineering|economics|law|finance|medicine|telecommunications))?)?`,
              'g',
            ),
          },
          {
            kind: 'school' as const,
            atWord: true,
            pattern: new RegExp(`(?:${inEnglish})of[a-z&,-]{0,40}?${letters}`, 'g'),
          },
        ]),
  ]),
  ...[...new Set(surnames)].map((surname): Pattern => ({
    kind: 'role',
    pattern: new RegExp(`${escape(surname)}(?:某某?|教授|副教授|老师|博士|研究员|院士|课题组|团队)`, 'g'),
  })),
];

const MAIL_GOES_ON = /[._@-]/;

/** Whether a mark, or a number, joins a character to the one before it, or no space parts them. */
const isJoined = ({ text, starts }: Stream, index: number) =>
  !starts[index] ||
  MAIL_GOES_ON.test(text[index]!) ||
  MAIL_GOES_ON.test(text[index - 1]!) ||
  /\d/.test(text[index]! + text[index - 1]!);

/** A mail address ends where a word begins that no mark joins to it. */
const cutMail = (stream: Stream, { from, to }: { from: number; to: number }) => {
  const { text } = stream;
  const at = text.indexOf('@', from);
  if (at < 0 || at > to) return { from, to };
  let begin = at;
  if (text[from] === '{') begin = from;
  else while (begin > from && isJoined(stream, begin)) begin--;
  let end = at + 1;
  while (end < to && isJoined(stream, end)) end++;
  return { from: begin, to: end };
};

/** The address of a site begins where its word does. */
const cutSite = (stream: Stream, { from, to }: { from: number; to: number }) => {
  let begin = to - 1;
  while (begin > from && isJoined(stream, begin)) begin--;
  return { from: begin, to };
};

const cutOf = (kind: MarkKind) => {
  if (kind === 'mail') return cutMail;
  return kind === 'site' ? cutSite : (_stream: Stream, whole: { from: number; to: number }) => whole;
};

const isWord = ({ starts, text }: Stream, from: number, to: number) => {
  const isNumber = /\d/.test(text[from]!);
  const before = text[from - 1] ?? ' ';
  const after = text[to] ?? ' ';
  if (isNumber) return !/[\da-z./]/.test(before) && !/\d/.test(after);
  return starts[from] === true && starts[to] === true;
};

/** Finds by pattern. */
export const findPatterns = (stream: Stream, terms: Terms): Found[] =>
  patternsFor(terms).flatMap(({ kind, pattern, atWord, isRight }) =>
    [...stream.text.matchAll(pattern)].flatMap((match): Found[] => {
      const isNumberOf = kind === 'fund' ? match[0].lastIndexOf(match[1]!) : 0;
      const whole = { from: match.index + isNumberOf, to: match.index + match[0].length };
      const { from, to } = cutOf(kind)(stream, whole);
      if (isRight && !isRight(stream.text.slice(from, to))) return [];
      return atWord && !isWord(stream, from, to) ? [] : [{ kind, from, to }];
    }),
  );

/** Finds of known terms. */
export const findTerms = ({ text, starts, capitals }: Stream, { exact }: Terms): Found[] =>
  exact.flatMap(({ kind, text: term, needsWord, isCapital }) => {
    const found: Found[] = [];
    for (let from = text.indexOf(term); from >= 0; from = text.indexOf(term, from + 1)) {
      const to = from + term.length;
      if (isCapital && !capitals.slice(from, to).every(Boolean)) continue;
      if (!needsWord || (starts[from] && starts[to])) found.push({ kind, from, to });
    }
    return found;
  });
