import { type FrozenRules, frozenRules } from '../../review-rules/frozen-rules.ts';
import { RuleSettings } from '../../review-rules/settings.ts';

/** The rules of a cycle that sets these. */
export const completeRules = (settings: Record<string, object>): FrozenRules =>
  frozenRules(RuleSettings.parse(settings));
