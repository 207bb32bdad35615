import { z } from 'zod';
import type { Facts } from './facts.ts';
import type { Param } from './param.ts';

export type Level = 'ok' | 'warn' | 'block';

/** Verdict of a rule with its reason: the actual and the required value. */
export type Verdict = { level: Level; message: string };

const verdict = (level: Level, is: string, needed: string): Verdict => ({
  level,
  message: `${is}，${needed}`,
});
export const ok = (is: string, needed: string) => verdict('ok', is, needed);
export const warn = (is: string, needed: string) => verdict('warn', is, needed);
export const block = (is: string, needed: string) => verdict('block', is, needed);
/** Verdict that blocks unless a condition holds. */
export const unless = (holds: boolean, is: string, needed: string) =>
  verdict(holds ? 'ok' : 'block', is, needed);

export type Params = Readonly<Record<string, Param<unknown>>>;
export type ValuesOf<P extends Params> = { [K in keyof P]: P[K] extends Param<infer V> ? V : never };

type About = keyof Facts;

export type ReviewRule<A extends About = About, P extends Params = Params> = {
  /** Stable: decisions, frozen rule sets and archives refer to it. */
  code: string;
  title: string;
  explanation: string;
  /** The source as it is quoted unless the office corrects it; it names no article. */
  law: string;
  about: A;
  params: P;
  /** Schema of the values that a cycle may set; a missing value gets its default. */
  schema: z.ZodType<ValuesOf<P>>;
  evaluate(facts: Facts[A], values: ValuesOf<P>): Verdict;
};

/** The cast: `fromEntries` forgets the names, under which each schema here is that of its own parameter. */
const schemaOf = <P extends Params>(params: P) =>
  z.strictObject(
    Object.fromEntries(Object.entries(params).map(([name, one]) => [name, one.schema.default(one.standard)])),
  ) as unknown as z.ZodType<ValuesOf<P>>;

export const reviewRule = <A extends About, P extends Params>(
  rule: Omit<ReviewRule<A, P>, 'schema'>,
): ReviewRule<A, P> => ({ ...rule, schema: schemaOf(rule.params) });

/** Settings of a rule in a cycle. */
export type Setting = { values?: Record<string, unknown>; source?: string };

/**
 * Judges by a rule as a cycle has set it; null is a rule that the cycle does not have, which never applies. The message
 * ends with the source. Throws if the values are out of bounds.
 */
export const evaluateRule = <A extends About, P extends Params>(
  rule: ReviewRule<A, P>,
  facts: Facts[A],
  setting: Setting | null = {},
): Verdict => {
  if (setting === null) return ok(rule.title, '本批次没有这条规则');
  const { values = {}, source = rule.law } = setting;
  const { level, message } = rule.evaluate(facts, rule.schema.parse(values));
  return { level, message: `${message}（${source}）` };
};
