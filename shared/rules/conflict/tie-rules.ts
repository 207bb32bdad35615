import { declaredTie } from '../review-rule/declared-tie.ts';
import type { TieFacts } from '../review-rule/facts.ts';
import { formerUnit } from '../review-rule/former-unit.ts';
import { type FrozenRules, settingOf } from '../review-rule/frozen-rules.ts';
import { jointWork } from '../review-rule/joint-work.ts';
import { requestedRecusal } from '../review-rule/requested-recusal.ts';
import type { Params, ReviewRule, Verdict } from '../review-rule/rule.ts';
import { sameUnit } from '../review-rule/same-unit.ts';

export type EvaluateTie = (facts: TieFacts) => Verdict;

/**
 * A rule whose values are read once, since it judges a million ties. Recusal is the law, so a cycle that was published
 * before a rule existed is held to its standard.
 */
const evaluateBy = <P extends Params>(rule: ReviewRule<'tie', P>, rules: FrozenRules): EvaluateTie => {
  const values = rule.schema.parse(settingOf(rules, rule)?.values ?? {});
  return (facts) => rule.evaluate(facts, values);
};

/** How many years back works count in a cycle: older works need not be stored. */
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
