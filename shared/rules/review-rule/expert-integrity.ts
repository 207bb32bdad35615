import { integrityParams, evaluateIntegrity } from './integrity.ts';
import { reviewRule } from './rule.ts';
import { supervision } from './sources.ts';

export const expertIntegrity = reviewRule({
  code: 'C4',
  title: '专家失信记录',
  explanation: '专家违规的移出专家库并通报单位，记录期内不得参加评审。',
  law: supervision('失信专家'),
  about: 'expert',
  params: integrityParams,
  evaluate: (facts, values) => evaluateIntegrity(facts, values, '不得参加评审'),
});
