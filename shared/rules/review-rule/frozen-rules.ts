import { z } from 'zod';
import { reviewRules } from './all.ts';
import type { ReviewRule, Setting } from './rule.ts';
import { MAX_SOURCE, type RuleSettings } from './settings.ts';

/** Types of parameter values, including those of rules that no longer exist. */
const Value = z.union([
  z.number(),
  z.boolean(),
  z.string(),
  z.array(z.string()),
  z.record(z.string(), z.number()),
]);

/** By name, so that the same rules are the same bytes, also after a database has kept them in an order of its own. */
const byName = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const valueByName = (value: z.output<typeof Value>) =>
  typeof value === 'object' && !Array.isArray(value) ? byName(value) : value;

const Frozen = z.strictObject({
  source: z.string().max(MAX_SOURCE),
  values: z.record(z.string(), Value.overwrite(valueByName)).overwrite(byName),
});

/**
 * The rules of a published cycle with all their values. Removed rules stay: the hash covers them, but they are not
 * applied. New rules are missing and apply only from the next version of the cycle's rules. Values must be understood:
 * `evaluateRule` throws rather than judge otherwise than published. So a released parameter is never removed, nor its
 * bounds narrowed; that takes a new code.
 */
export const FrozenRules = z.record(z.string().max(10), Frozen).overwrite(byName);
export type FrozenRules = z.output<typeof FrozenRules>;

/** Every rule with all its values, as they are stored when a cycle is published. Throws where the settings are out of bounds. */
export const frozenRules = (settings: RuleSettings): FrozenRules =>
  FrozenRules.parse(
    Object.fromEntries(
      reviewRules.map(({ code, law, schema }) => {
        const { values = {}, source = law } = settings[code] ?? {};
        return [code, { source, values: schema.parse(values) }];
      }),
    ),
  );

/** The setting of a rule in a published cycle, for `evaluateRule`; null if the cycle does not have the rule. */
export const settingOf = (frozen: FrozenRules, { code }: Pick<ReviewRule, 'code'>): Setting | null =>
  Object.hasOwn(frozen, code) ? (frozen[code] ?? null) : null;
