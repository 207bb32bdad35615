import { reviewRuleApi as api, type RuleGroup, type RuleRow } from '@zhiping/shared/contracts/review-rule.ts';
import { reviewRules } from '@zhiping/shared/rules/review-rules/all.ts';
import { type Facts, subjects } from '@zhiping/shared/rules/review-rules/facts.ts';
import type { ReviewRule } from '@zhiping/shared/rules/review-rules/rule.ts';
import { on } from '../../platform/http/http.ts';

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

/** In the order of the review. */
const groups = (Object.keys(subjects) as (keyof Facts)[]).map((subject): RuleGroup => ({
  about: subjects[subject],
  rules: reviewRules.filter(({ about }) => about === subject).map(rowOf),
}));

export const reviewRuleRoutes = () => [on(api.list, () => groups)];
