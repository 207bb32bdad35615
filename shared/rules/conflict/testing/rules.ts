import { type FrozenRules, frozenRules } from '../../review-rule/frozen-rules.ts';
import { RuleSettings } from '../../review-rule/settings.ts';

/** The rules of a cycle with these settings. */
export const completeRules = (settings: Record<string, object>): FrozenRules =>
  frozenRules(RuleSettings.parse(settings));
