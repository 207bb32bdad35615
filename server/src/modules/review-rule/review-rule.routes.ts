import { reviewRuleApi as api, type RuleGroup, type RuleRow } from '@zhiping/shared/contracts/review-rule.ts';
import { ruleGroups } from '@zhiping/shared/rules/review-rule/all.ts';
import type { ReviewRule } from '@zhiping/shared/rules/review-rule/rule.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findFrozenRules, findRuledCycles } from './frozen-rules.queries.ts';

const rowOf = ({ code, title, explanation, law, params }: ReviewRule): RuleRow => ({
  code,
  title,
  explanation,
  law,
  params: Object.values(params).map((param) => ({
    label: param.label,
    standard: param.inWords(param.standard),
    bounds: param.bounds,
  })),
});

const groups = ruleGroups.map(({ about, rules }): RuleGroup => ({ about, rules: rules.map(rowOf) }));

export const reviewRuleRoutes = ({ db }: Deps) => [
  on(api.list, () => groups),
  on(api.cycles, () => findRuledCycles(db)),
  on(api.frozen, ({ params }) => findFrozenRules(db, params)),
];
