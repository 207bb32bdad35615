import { z } from 'zod';

type Words<K extends string> = Readonly<Record<K, string>>;

/** Input of a parameter: a number with a unit, yes or no, one or several words, or a number for each. */
export type ParamInput =
  | { kind: 'amount'; unit: string; min: number; max: number }
  | { kind: 'flag' }
  | { kind: 'choice' | 'choices'; words: Words<string> }
  | { kind: 'amounts'; unit: string; min: number; max: number; words: Words<string> };

/**
 * A parameter of a rule: what a cycle may set, within which bounds, and what it is unless it is set. Written as a
 * method so that parameters of several kinds fit into one list.
 */
export type Param<V> = {
  label: string;
  schema: z.ZodType<V>;
  standard: V;
  input: ParamInput;
  /** Allowed values, in words. */
  bounds: string;
  inWords(value: V): string;
};

type Range = { min: number; max: number };

const whole = (label: string, { min, max }: Range) =>
  z
    .number({ error: `请输入${label}` })
    .int(`${label}必须是整数`)
    .min(min, `${label}不能小于 ${min}`)
    .max(max, `${label}不能大于 ${max}`);

/** A number of something. Its bounds are those of the law where the law has some. */
export const amount = (
  label: string,
  unit: string,
  { standard, ...range }: Range & { standard: number },
): Param<number> => ({
  label,
  schema: whole(label, range),
  standard,
  input: { kind: 'amount', unit, ...range },
  bounds: range.min === range.max ? `只能是 ${range.min} ${unit}` : `${range.min} 至 ${range.max} ${unit}`,
  inWords: (value) => `${value} ${unit}`,
});

export const flag = (label: string, standard: boolean): Param<boolean> => ({
  label,
  schema: z.boolean({ error: `请选择${label}` }),
  standard,
  input: { kind: 'flag' },
  bounds: '是或否',
  inWords: (value) => (value ? '是' : '否'),
});

const keysOf = <K extends string>(words: Words<K>) => Object.keys(words) as [K, ...K[]];

export const choice = <K extends string>(label: string, words: Words<K>, standard: NoInfer<K>): Param<K> => ({
  label,
  schema: z.enum(keysOf(words), { error: `请选择${label}` }),
  standard,
  input: { kind: 'choice', words },
  bounds: Object.values(words).join('、'),
  inWords: (value) => words[value],
});

/** Several of some words, which stand in their order and once each, so that the same choice is always the same list. */
export const choices = <K extends string>(
  label: string,
  words: Words<K>,
  standard: readonly K[],
): Param<readonly K[]> => ({
  label,
  schema: z
    .array(z.enum(keysOf(words), { error: `请选择${label}` }), { error: `请选择${label}` })
    .max(keysOf(words).length, `${label}不能重复`)
    .overwrite((values) => keysOf(words).filter((key) => values.includes(key)))
    .readonly(),
  standard,
  input: { kind: 'choices', words },
  bounds: Object.values(words).join('、'),
  inWords: (values) => values.map((value) => words[value]).join('、') || '无',
});

/** A number for each of several cases: levels, degrees, kinds of material. */
export const amounts = <K extends string>(
  label: string,
  unit: string,
  words: Words<K>,
  { standard, ...range }: Range & { standard: Readonly<Record<K, number>> },
): Param<Readonly<Record<K, number>>> => ({
  label,
  // TypeScript does not infer a record type whose keys are a type parameter.
  schema: z.record(z.enum(keysOf(words)), whole(label, range), {
    error: `请输入${label}`,
  }) as unknown as z.ZodType<Readonly<Record<K, number>>>,
  standard,
  input: { kind: 'amounts', unit, ...range, words },
  bounds: `各 ${range.min} 至 ${range.max} ${unit}`,
  inWords: (value) =>
    keysOf(words)
      .map((key) => `${words[key]} ${value[key]} ${unit}`)
      .join('，'),
});
