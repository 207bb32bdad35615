import { storable } from '../storable.ts';
import { tidyDay, tidyMonth } from '../tidy-date.ts';
import { type Field, type FieldInput, MAX_TYPED, TYPED_DAY } from './fields.ts';

/** A word without what stands behind it in brackets or after a space, however it is written. */
export const plainWord = (word: string) =>
  word
    .normalize('NFKC')
    .replaceAll(/[\s（(].*$/g, '')
    .toLowerCase();

/** Longer than any word, number or date; bringing a long text into one form takes long. */
const MAX_WORD = 200;

/** What cannot be less than this is a year. */
const LEAST_YEAR = 1900;

/** Enough of a cell to find it again. */
const MAX_QUOTED = 30;
const quote = (cell: string) => `「${cell.length > MAX_QUOTED ? `${cell.slice(0, MAX_QUOTED)}…` : cell}」`;

const tidied = (kind: FieldInput['kind'], cell: string) => {
  if (kind === 'month') return tidyMonth(cell);
  return kind === 'day' ? tidyDay(cell) : cell;
};

/** The value that a cell of a sheet means, or what cannot be understood of it. */
export const readCell = (
  { input, label }: Field<unknown>,
  cell: string,
): { value: unknown; problem?: string } => {
  if (cell === '') return { value: null };
  const isText = input.kind === 'text' || input.kind === 'longText';
  if (!isText && cell.length > MAX_WORD) return { value: null, problem: `${label}${quote(cell)}看不懂` };
  if (input.kind === 'number') {
    // Of 1/5 nobody knows which number is meant.
    const numbers =
      cell
        .normalize('NFKC')
        .replaceAll(/(?<=\d),(?=\d{3})/g, '')
        .match(/-?\d+(\.\d+)?/g) ?? [];
    // Of a date its year, where a year is asked for.
    const year =
      input.min > LEAST_YEAR ? /^\s*(\d{4})\s*[年./-]/.exec(cell.normalize('NFKC'))?.[1] : undefined;
    const value = Number(year ?? (numbers.length === 1 ? numbers[0] : NaN));
    return value >= input.min && value <= input.max
      ? { value: Number(value.toFixed(input.decimals)) }
      : { value: null, problem: `${label}${quote(cell)}不是 ${input.min} 至 ${input.max} 的数字` };
  }
  if (input.kind === 'choice') {
    const found = Object.entries(input.words).find(([, word]) => plainWord(word) === plainWord(cell));
    return found
      ? { value: found[0] }
      : { value: null, problem: `${label}${quote(cell)}不在 ${Object.values(input.words).join('、')} 之中` };
  }
  if (isText) return { value: storable(storable(cell).slice(0, MAX_TYPED[input.kind])) };
  const value = tidied(input.kind, cell);
  return value.length <= TYPED_DAY
    ? { value: storable(value) }
    : { value: null, problem: `${label}${quote(cell)}看不懂` };
};
