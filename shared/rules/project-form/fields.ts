import { z } from 'zod';
import { type Latest, thisYear, tooLate } from '../text/dates.ts';
import { type Amount, MAX_BARE, readAmount } from './read-amount.ts';
import { directionProblem, hasDirectionMarks } from '../text/direction-marks.ts';

/** Kinds of fields of the project form, with their schemas, requirements and messages. */

type Words<K extends string> = Readonly<Record<K, string>>;

/** Data for drawing a field. */
export type FieldInput =
  | { kind: 'text' | 'longText'; max: number }
  | { kind: 'day' | 'month' }
  | { kind: 'number'; min: number; max: number; unit: string; decimals: number }
  | { kind: 'choice'; words: Words<string> }
  | { kind: 'dict'; dict: string }
  | { kind: 'subjects'; most: number }
  | { kind: 'entry' };

/** Written with methods so that fields of several kinds fit into one table. */
export type Field<V> = {
  label: string;
  input: FieldInput;
  required: boolean;
  hint?: string;
  /** Schema of a value that may be stored while it is typed: less strict than on submission. */
  schema: z.ZodType<V | null>;
  /** Problem of a present value, in Chinese; null if there is none. */
  problem(value: V): string | null;
  /** The value on paper and beside another one. Words of a dictionary are known to the page alone. */
  inWords(value: V): string;
};

type Options<V> = { required?: boolean; hint?: string; problem?: (value: V) => string | null };
/** `tidy` brings a typed text into the form in which it is stored. */
type TextOptions = Options<string> & { tidy?: (typed: string) => string };

/**
 * A text that is too long is stored and reported, so that nothing is cut off while the applicant shortens it: even a
 * whole page pasted into one line. A refusal would keep everything else from being saved too.
 */
export const MAX_TYPED = { text: 2_000, longText: 30_000 } as const;
/** Bringing a long text into one form takes long. */
const MAX_TIDIED = 400;
/** The same of a number that is out of its bounds. */
const MAX_NUMBER = 1_000_000_000_000;
export const TYPED_DAY = 20;
/** Longer than any path of a subject, any key and any value of a dictionary. */
const MAX_KEY = 100;

const stored = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

const field = <V>(
  label: string,
  parts: { input: FieldInput; schema: z.ZodType<V>; inWords: (value: V) => string },
  { required = false, hint, problem = () => null }: Options<V>,
): Field<V> => ({
  label,
  required,
  ...(hint !== undefined && { hint }),
  problem,
  input: parts.input,
  inWords: parts.inWords,
  schema: stored(parts.schema) as z.ZodType<V | null>,
});

const tooLong = (label: string, max: number, value: string) =>
  value.trim().length > max ? `${label} ${value.trim().length} 字，最多 ${max} 字` : null;

const typed = (
  kind: 'text' | 'longText',
  label: string,
  max: number,
  { tidy = (text) => text, ...options }: TextOptions,
) => {
  const tidied = (text: string) => (text.length > MAX_TIDIED ? text : tidy(text));
  return field<string>(
    label,
    {
      input: { kind, max },
      schema: z
        .string({ error: `${label}必须是文字` })
        .max(MAX_TYPED[kind], `${label}太长，最多 ${max} 字`)
        .overwrite(tidied),
      inWords: (value) => value.trim(),
    },
    {
      ...options,
      problem: (value) =>
        tooLong(label, max, value) ??
        (hasDirectionMarks(value) ? directionProblem(label) : null) ??
        options.problem?.(tidied(value.trim())) ??
        null,
    },
  );
};

/** One line of at most `max` characters. */
export const text = (label: string, max: number, options: TextOptions = {}) =>
  typed('text', label, max, options);
/** Several lines. */
export const longText = (label: string, max: number, options: Options<string> = {}) =>
  typed('longText', label, max, options);

const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && z.iso.date().safeParse(value).success;
const isMonth = (value: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
const EARLIEST = '1930';

type DateOptions = Options<string> & { latest?: Latest };

/** A date is stored as it is typed so far. */
const date = (
  kind: 'day' | 'month',
  label: string,
  {
    isValid,
    example,
    latest = 'now',
    ...options
  }: DateOptions & { isValid: (value: string) => boolean; example: string },
) =>
  field<string>(
    label,
    {
      input: { kind },
      schema: z.string({ error: `${label}必须是文字` }).max(TYPED_DAY, `${label}的格式应为 ${example}`),
      inWords: (value) => value,
    },
    {
      ...options,
      problem: (value) =>
        isValid(value) && value >= EARLIEST
          ? tooLate(label, value, latest)
          : `${label}的格式应为 ${example}，请核对`,
    },
  );

/** A day, yyyy-MM-dd; of the past, unless `latest` says otherwise. */
export const day = (label: string, options: DateOptions = {}) =>
  date('day', label, { ...options, isValid: isDay, example: '2020-09-01' });
/** A month, yyyy-MM; of the past, unless `latest` says otherwise. */
export const month = (label: string, options: DateOptions = {}) =>
  date('month', label, { ...options, isValid: isMonth, example: '2020-09' });

type Range = { min: number; max: number; unit?: string; decimals?: number };

const storedNumber = (label: string) =>
  z
    .number({ error: `${label}必须是数字` })
    .min(-MAX_NUMBER, `${label}太小`)
    .max(MAX_NUMBER, `${label}太大`);

/** A number between two bounds, whole unless decimals are allowed. Like a text it is stored as typed, and reported. */
export const number = (
  label: string,
  { min, max, unit = '', decimals = 0, ...options }: Options<number> & Range,
) =>
  field<number>(
    label,
    {
      input: { kind: 'number', min, max, unit, decimals },
      schema: storedNumber(label),
      inWords: (value) => `${value}${unit && ` ${unit}`}`,
    },
    {
      ...options,
      problem: (value) => {
        if (value < min) return `${label}不能小于 ${min}`;
        if (value > max) return `${label}不能大于 ${max}`;
        if (Number(value.toFixed(decimals)) !== value)
          return decimals === 0 ? `${label}必须是整数` : `${label}最多 ${decimals} 位小数`;
        return options.problem?.(value) ?? null;
      },
    },
  );

export const isAmount = ({ unit }: Extract<FieldInput, { kind: 'number' }>): boolean => unit === '万元';

/** A typed amount in 万元, or the text as it is where a part of it would be lost. */
export const tidyAmount = (label: string, max: number, typed: Amount): Amount => {
  if (typeof typed === 'number') return typed;
  const read = readAmount(label, max, typed);
  return 'problem' in read || read.isRounded ? typed : read.value;
};

/** An amount of money, in 万元 unless another unit is typed. */
export const amount = (label: string, { max }: { max: number }): Field<Amount> => {
  const plain = number(label, { min: 0, max, unit: '万元', decimals: 2 });
  return {
    ...plain,
    schema: stored(
      z
        .union([storedNumber(label), z.string().max(MAX_TYPED.text, `${label}太长`)], {
          error: `${label}必须是数字`,
        })
        .overwrite((typed) => tidyAmount(label, max, typed)),
    ),
    problem: (value) => {
      if (typeof value === 'number' && value <= MAX_BARE) return plain.problem(value);
      const read = readAmount(label, max, String(value));
      if ('problem' in read) return read.problem;
      return read.isRounded ? `${label}最多 2 位小数` : null;
    },
    inWords: (value) =>
      typeof value === 'number' ? plain.inWords(value) : value.replace(/(?<=\d)万元$/, ' 万元'),
  };
};

const FIRST_YEAR = 1980;

/** A year up to this one, or some years later. */
export const year = (label: string, { ahead = 0, ...options }: Options<number> & { ahead?: number } = {}) => {
  const own = number(label, {
    min: FIRST_YEAR,
    max: Infinity,
    ...options,
    problem: (value) => (value > thisYear() + ahead ? `${label}不能晚于 ${thisYear() + ahead} 年` : null),
  });
  // Read when it is needed: a server runs across the turn of the year.
  const input: FieldInput = {
    kind: 'number',
    min: FIRST_YEAR,
    get max() {
      return thisYear() + ahead;
    },
    unit: '',
    decimals: 0,
  };
  return { ...own, input };
};

/** One of some words. */
export const choice = <K extends string>(label: string, words: Words<K>, options: Options<K> = {}) =>
  field<K>(
    label,
    {
      input: { kind: 'choice', words },
      schema: z.enum(Object.keys(words) as [K, ...K[]], { error: `请选择${label}` }),
      inWords: (value) => words[value],
    },
    options,
  );

/** A value of a dictionary. */
export const dict = (label: string, name: string, options: Options<string> = {}) =>
  field<string>(
    label,
    {
      input: { kind: 'dict', dict: name },
      schema: z.string({ error: `请选择${label}` }).max(MAX_KEY, `请选择${label}`),
      inWords: (value) => value,
    },
    options,
  );

/** Name and state come from the catalogue, by the server. */
export type ChosenSubject = { path: string[]; fullName: string; isObsolete: boolean };

/** Up to `most` subjects of the catalogues, the most fitting first, each with its name as it was when it was chosen. */
export const subjects = (label: string, most: number, options: Options<ChosenSubject[]> = {}) =>
  field<ChosenSubject[]>(
    label,
    {
      input: { kind: 'subjects', most },
      schema: z
        .array(
          z.object({
            path: z.array(z.string().max(MAX_KEY)).min(3).max(4),
            fullName: z.string().max(300).default(''),
            isObsolete: z.boolean().default(false),
          }),
        )
        .max(most, `${label}最多 ${most} 个`),
      inWords: (value) => value.map(({ fullName }) => fullName).join('；'),
    },
    {
      ...options,
      problem: (value) => (value.some(({ isObsolete }) => isObsolete) ? `${label}已停用，请重新选择` : null),
    },
  );

/** The key of an entry of another list of the form. */
export const entry = (label: string, options: Options<string> = {}) =>
  field<string>(
    label,
    {
      input: { kind: 'entry' },
      schema: z.string({ error: `请选择${label}` }).max(MAX_KEY, `请选择${label}`),
      inWords: (value) => value,
    },
    options,
  );

/** Entries of one kind: rows of the form, each under a key that stays with it. */
export type List<C extends Readonly<Record<string, Field<unknown>>>> = {
  title: string;
  noun: string;
  most: number;
  columns: C;
};

export const list = <C extends Readonly<Record<string, Field<unknown>>>>(
  title: string,
  noun: string,
  columns: C,
  most = 50,
): List<C> => ({ title, noun, most, columns });
