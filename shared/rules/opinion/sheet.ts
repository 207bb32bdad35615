import { basisInWords, type ReviewForm } from './form.ts';
import { type AnswerScale, answerTitle, type FilledForm, scoreProblem, textProblem } from './opinion.ts';
import { type Grade, grades } from '../review-rule/facts.ts';

/** The review form as a sheet that is filled in without a network and read back. */

export const sheetHeaders = { key: '标识', name: '评审项', help: '要求', value: '填写' } as const;

/** Which form was written out: a sheet is read back for it alone. */
export type SheetIdentity = { assignmentId: number; ruleVersion: number; opinionVersion: number };
export type SheetRow = { key: string; name: string; help: string; value: string | number | null };
/** A row as it is read: its number in the sheet, and what its cells show. */
export type ReadRow = { row: number; key: string; value: string };
/** Problem that keeps a sheet from being read; without a row it concerns the whole sheet. */
export type SheetProblem = { row: number | null; column: string | null; message: string };

const conclusions = { agree: '同意', disagree: '不同意' } as const;
const mark = (required: boolean) => (required ? '必填' : '可以不填');

export const choicesOf = (scale: AnswerScale): readonly string[] =>
  scale === 'grade' ? Object.keys(grades) : Object.values(conclusions);

const answerHelp = (scale: AnswerScale) =>
  scale === 'grade'
    ? `必填，填 ${Object.entries(grades)
        .map(([grade, word]) => `${grade}（${word}）`)
        .join('、')}`
    : '必填，填“同意”或“不同意”';

const answerText = (scale: AnswerScale, { conclusion, grade }: FilledForm) =>
  scale === 'grade' ? grade : conclusion && conclusions[conclusion];

const identityKey = ({ assignmentId, ruleVersion, opinionVersion }: SheetIdentity) =>
  `task:${assignmentId}:${ruleVersion}:${opinionVersion}`;

/** The rows of the sheet below its headers: what it is about, then every part of the form with what stands in it now. */
export const opinionSheetRows = (
  { criteria, texts }: ReviewForm,
  scale: AnswerScale,
  { title, identity, opinion }: { title: string; identity: SheetIdentity; opinion: FilledForm },
): SheetRow[] => [
  {
    key: identityKey(identity),
    name: '材料',
    help: '请不要改动这一行，也不要删除任何一行',
    value: title,
  },
  ...criteria.map(({ key, name, weight, rubric, required, levels, basis }): SheetRow => ({
    key: `score:${key}`,
    name: `${name}（${weight} 分）`,
    help: [
      `${mark(required)}，0 至 ${weight} 的整数`,
      levels.map(({ word, points }) => `${word} ${points}`).join('、'),
      basisInWords({ basis }),
      rubric,
    ]
      .filter(Boolean)
      .join('；'),
    value: opinion.scores[key] ?? null,
  })),
  ...texts.map(({ key, name, hint, least, most, required }): SheetRow => ({
    key: `text:${key}`,
    name,
    help: [`${mark(required)}，${least > 0 ? `${least} 至` : '至多'} ${most} 字`, hint]
      .filter(Boolean)
      .join('；'),
    value: opinion.texts[key] ?? null,
  })),
  {
    key: `answer:${scale}`,
    name: answerTitle[scale],
    help: answerHelp(scale),
    value: answerText(scale, opinion),
  },
];

/** Which form a sheet was; null where its hidden column was lost. */
export const readIdentity = (rows: readonly ReadRow[]): SheetIdentity | null => {
  const found = rows.flatMap(({ key }) => /^task:(\d{1,16}):(\d{1,9}):(\d{1,9})$/.exec(key.trim()) ?? []);
  if (found.length !== 4) return null;
  const [assignmentId, ruleVersion, opinionVersion] = found.slice(1).map(Number);
  return { assignmentId: assignmentId!, ruleVersion: ruleVersion!, opinionVersion: opinionVersion! };
};

/** As people type it: in full width, with spaces around. */
const plain = (value: string) => value.normalize('NFKC').trim();

const readScore = (value: string): number | null | string => {
  const typed = plain(value);
  if (typed === '') return null;
  return /^-?\d{1,6}(\.\d{1,6})?$/.test(typed) ? Number(typed) : '分数必须是整数';
};

const readAnswer = (scale: AnswerScale, value: string): Pick<FilledForm, 'conclusion' | 'grade'> | string => {
  const typed = plain(value);
  if (typed === '') return { conclusion: null, grade: null };
  if (scale === 'conclusion') {
    const found = Object.entries(conclusions).find(([, word]) => word === typed);
    return found
      ? { conclusion: found[0] as keyof typeof conclusions, grade: null }
      : '结论只能填“同意”或“不同意”';
  }
  // By its letter, its word, or both as this sheet and the page of the expert show it.
  const said = typed.toUpperCase().replaceAll(/[\s()]/g, '');
  const found = Object.entries(grades).find(
    ([grade, word]) => said === grade || said === word || said === `${grade}${word}`,
  );
  return found ? { conclusion: null, grade: found[0] as Grade } : `${answerTitle[scale]}只能填 A、B、C 或 D`;
};

/**
 * Reads an opinion from the rows of a sheet, with all unreadable or invalid values and their places. An empty cell is
 * an empty part; completeness is checked when the opinion is submitted.
 */
export const readOpinionSheet = (
  { criteria, texts }: ReviewForm,
  scale: AnswerScale,
  rows: readonly ReadRow[],
): { opinion: FilledForm; problems: SheetProblem[] } => {
  const problems: SheetProblem[] = [];
  const found = new Map<string, ReadRow>();
  const wanted = new Map<string, string>([
    ...criteria.map(({ key, name }) => [`score:${key}`, name] as const),
    ...texts.map(({ key, name }) => [`text:${key}`, name] as const),
    [`answer:${scale}`, answerTitle[scale]],
  ]);
  const wrong = ({ row }: ReadRow, message: string, column: string = sheetHeaders.value) =>
    problems.push({ row, column, message });
  for (const one of rows) {
    const key = one.key.trim();
    if (key.startsWith('task:')) continue;
    if (!wanted.has(key)) {
      // The column with the keys is hidden, so the place is one that is seen.
      if (key !== '') wrong(one, '这一行的隐藏标识被改动，请重新下载评审意见表', sheetHeaders.name);
      else if (one.value.trim() !== '') wrong(one, '这一行不属于这张评审表，请删去');
    } else if (found.has(key))
      wrong(one, `「${wanted.get(key)}」出现了两次，请删去多出的一行`, sheetHeaders.name);
    else found.set(key, one);
  }
  for (const [key, name] of wanted)
    if (!found.has(key)) problems.push({ row: null, column: null, message: `表中缺少「${name}」一行` });

  const scores: Record<string, number | null> = {};
  for (const criterion of criteria) {
    const one = found.get(`score:${criterion.key}`);
    if (!one) continue;
    const points = readScore(one.value);
    const problem = typeof points === 'string' ? points : scoreProblem(criterion, points);
    if (problem) wrong(one, `「${criterion.name}」${problem}`);
    else scores[criterion.key] = points as number | null;
  }
  const written: Record<string, string> = {};
  for (const text of texts) {
    const one = found.get(`text:${text.key}`);
    if (!one) continue;
    const value = one.value.replaceAll(/\r\n?/g, '\n').trim();
    // Too short is reported on submission; this is a draft.
    const problem = textProblem({ ...text, least: 0, required: false }, value);
    if (problem) wrong(one, `「${text.name}」${problem}`);
    else written[text.key] = value;
  }
  const last = found.get(`answer:${scale}`);
  const answer = last ? readAnswer(scale, last.value) : { conclusion: null, grade: null };
  if (typeof answer === 'string') wrong(last!, answer);
  return {
    opinion: {
      scores,
      texts: written,
      ...(typeof answer === 'string' ? { conclusion: null, grade: null } : answer),
    },
    problems: problems.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0)),
  };
};
