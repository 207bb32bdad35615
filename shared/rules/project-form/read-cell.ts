import { cutText, storable } from '../text/storable.ts';
import { isErrorCell } from '../text/error-cell.ts';
import { tidyDay, tidyMonth } from '../text/tidy-date.ts';
import { type Field, type FieldInput, isAmount, MAX_TYPED, TYPED_DAY } from './fields.ts';
import { quoteCell } from './quote-cell.ts';
import { readAmount } from './read-amount.ts';

type NumberInput = Extract<FieldInput, { kind: 'number' }>;

/** A word without what stands behind it in brackets or after a space, however it is written. */
export const plainWord = (word: string) =>
  word
    .normalize('NFKC')
    .replaceAll(/[\s（(].*$/g, '')
    .toLowerCase();

/** Longer than any word, number or date; bringing a long text into one form takes long. */
const MAX_WORD = 200;

/** A field whose minimum is above this holds a year. */
const LEAST_YEAR = 1900;

const tidied = (kind: FieldInput['kind'], cell: string) => {
  if (kind === 'month') return tidyMonth(cell);
  return kind === 'day' ? tidyDay(cell) : cell;
};

/** Common spellings of a word of the form. */
const otherWords: Readonly<Record<string, string>> = {
  scie: 'SCI',
  'sci-e': 'SCI',
  ahci: 'A&HCI',
  北大中文核心: '北大核心',
  省级: '省部级',
  部级: '省部级',
  市级: '市厅级',
  厅级: '市厅级',
  '√': '是',
  y: '是',
  yes: '是',
  '×': '否',
  n: '否',
  no: '否',
};

/** Suffixes that do not change the meaning: 「SCI一区」 is SCI, 「CSSCI扩展版」 is not CSSCI. */
const ZONE = /[一二三四1-4][区类]|q[1-4]|top/;
const MORE = new RegExp(
  `^(?:[-_·:,;、+/]|中科院|jcr|大类|小类|期刊|论文|会议|检索|收录|源刊|来源|项目|课题|基金|重大|重点|一般|面上|青年|${ZONE.source})+$`,
);

/** The key of the word that is meant, and whether a zone stood with it, for which the form has no field. */
const choiceIn = (
  words: Readonly<Record<string, string>>,
  cell: string,
): { key: string; zone: boolean } | null => {
  const entries = Object.entries(words);
  const keyOf = (word: string) => entries.find(([, one]) => plainWord(one) === plainWord(word))?.[0];
  const plain = plainWord(cell);
  const whole = cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s()]/g, '');
  const exact = keyOf(plain) ?? keyOf(otherWords[plain] ?? '');
  if (exact !== undefined) return { key: exact, zone: ZONE.test(whole.slice(plain.length)) };
  const known = [...entries.map(([, word]) => plainWord(word)), ...Object.keys(otherWords)];
  const start = known
    .filter((word) => word.length > 1 && whole.startsWith(word) && MORE.test(whole.slice(word.length)))
    .toSorted((a, b) => b.length - a.length)[0];
  const key = start && (keyOf(start) ?? keyOf(otherWords[start] ?? ''));
  return key ? { key, zone: ZONE.test(whole.slice(start.length)) } : null;
};

const readChoice = (label: string, words: Readonly<Record<string, string>>, cell: string): CellValue => {
  const found = choiceIn(words, cell);
  if (!found)
    return { value: null, problem: `${label}${quoteCell(cell)}不在 ${Object.values(words).join('、')} 之中` };
  return found.zone
    ? {
        value: found.key,
        note: `${label}${quoteCell(cell)}按「${words[found.key]}」添加，分区没有单独的栏目`,
      }
    : { value: found.key };
};

/** The date that a spreadsheet makes of the rank 2/5. */
const AS_DAY = /^\d{1,2}月\d{1,2}日?$|^\d{1,2}-[a-z]{3}$/i;

const amountIn = (label: string, { max }: NumberInput, cell: string): CellValue => {
  const read = readAmount(label, max, cell);
  return 'problem' in read ? { value: null, problem: read.problem } : { value: read.value };
};

const readNumber = (label: string, { min, max, decimals }: NumberInput, cell: string): CellValue => {
  const plain = cell.normalize('NFKC');
  // 1/5 is ambiguous.
  const numbers = plain.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/-?\d+(\.\d+)?/g) ?? [];
  // Takes the year of a date, where a year is asked for.
  const year = min > LEAST_YEAR ? /^\s*(\d{4})\s*[年./-]/.exec(plain)?.[1] : undefined;
  const value = Number(year ?? (numbers.length === 1 ? numbers[0] : NaN));
  if (decimals === 0 && !Number.isNaN(value) && !Number.isInteger(value))
    return { value: null, problem: `${label}${quoteCell(cell)}不是整数` };
  if (value >= min && value <= max) return { value: Number(value.toFixed(decimals)) };
  const why = AS_DAY.test(plain) ? '，像是被 Excel 改成了日期，请核对' : '';
  return { value: null, problem: `${label}${quoteCell(cell)}不是 ${min} 至 ${max} 的数字${why}` };
};

/** An end that has not come yet. */
const UNTIL_NOW = new Set(['至今', '迄今', '今', '现在', '目前']);
const isUntilNow = (cell: string) => UNTIL_NOW.has(cell.replaceAll(/[\s。.]/g, ''));

export type CellValue = {
  value: unknown;
  /** Problem with the cell. */
  problem?: string;
  /** Part of the cell that is understood but not stored. */
  note?: string;
};

/** The value that a cell of a sheet means, or what cannot be understood of it. */
export const readCell = ({ input, label, required }: Field<unknown>, cell: string): CellValue => {
  if (cell === '') return { value: null };
  if (isErrorCell(cell))
    return { value: null, problem: `${label}${quoteCell(cell)}是公式的错误值，请改正后再添加` };
  const isText = input.kind === 'text' || input.kind === 'longText';
  const isDate = input.kind === 'month' || input.kind === 'day';
  if (!isText && cell.length > MAX_WORD) return { value: null, problem: `${label}${quoteCell(cell)}看不懂` };
  if (input.kind === 'number')
    return isAmount(input) ? amountIn(label, input, cell) : readNumber(label, input, cell);
  if (input.kind === 'choice') return readChoice(label, input.words, cell);
  if (isText) return { value: cutText(storable(cell), MAX_TYPED[input.kind]) };
  if (isDate && !required && isUntilNow(cell)) return { value: null };
  const value = tidied(input.kind, cell);
  return value.length <= TYPED_DAY
    ? { value: storable(value) }
    : { value: null, problem: `${label}${quoteCell(cell)}看不懂` };
};
