import { declaredTie } from '../review-rules/declared-tie.ts';
import type { TieFacts } from '../review-rules/facts.ts';
import { formerUnit } from '../review-rules/former-unit.ts';
import { type FrozenRules, settingOf } from '../review-rules/frozen-rules.ts';
import { jointWork } from '../review-rules/joint-work.ts';
import { requestedRecusal } from '../review-rules/requested-recusal.ts';
import type { Params, ReviewRule, Verdict } from '../review-rules/rule.ts';
import { sameUnit } from '../review-rules/same-unit.ts';

export type EvaluateTie = (facts: TieFacts) => Verdict;

/**
 * A rule with its values read once, for a million ties. Recusal is the law, so a cycle that was published before a rule
 * existed is held to its standard.
 */
const evaluateBy = <P extends Params>(rule: ReviewRule<'tie', P>, rules: FrozenRules): EvaluateTie => {
  const values = rule.schema.parse(settingOf(rules, rule)?.values ?? {});
  return (facts) => rule.evaluate(facts, values);
};

/** How many years back works count in a cycle: of older ones nothing need be kept. */
export const yearsOfWorks = (rules: FrozenRules): number =>
  jointWork.schema.parse(settingOf(rules, jointWork)?.values ?? {}).years;

/** The rules on conflicts of interest as a cycle has set them. */
export const tieRules = (rules: FrozenRules) => ({
  sameUnit: evaluateBy(sameUnit, rules),
  formerUnit: evaluateBy(formerUnit, rules),
  jointWork: evaluateBy(jointWork, rules),
  declared: evaluateBy(declaredTie, rules),
  request: evaluateBy(requestedRecusal, rules),
});
export type TieRules = ReturnType<typeof tieRules>;
