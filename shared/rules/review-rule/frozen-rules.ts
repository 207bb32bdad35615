import { z } from 'zod';
import { reviewRules } from './all.ts';
import type { ReviewRule, Setting } from './rule.ts';
import { MAX_SOURCE, type RuleSettings } from './settings.ts';

/** What the parameters of rules are made of, those of rules that no longer exist too. */
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
 * The rules of a published cycle with all their values. Rules that no longer exist stay as they were: the hash covers them, and
 * nobody is judged by them. Rules that are new since are not in it and hold only from the next version of the cycle's rules on.
 * Within a rule nothing is tolerated: `evaluateRule` throws where it does not understand its values, rather than judge otherwise than was
 * published. So a released parameter is never removed, nor its bounds narrowed; that takes a new code.
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

/** What `evaluateRule` needs of a published cycle; null for a rule that it does not have. */
export const settingOf = (frozen: FrozenRules, { code }: Pick<ReviewRule, 'code'>): Setting | null =>
  Object.hasOwn(frozen, code) ? (frozen[code] ?? null) : null;
