import { integrityParams, evaluateIntegrity } from './integrity.ts';
import { reviewRule } from './rule.ts';
import { supervision } from './sources.ts';

export const staffIntegrity = reviewRule({
  code: 'C5',
  title: '工作人员失信记录',
  explanation: '工作人员违规的记入诚信档案，记录期内不得从事职称工作。',
  law: supervision('失信工作人员'),
  about: 'staff',
  params: integrityParams,
  evaluate: (facts, values) => evaluateIntegrity(facts, values, '不得从事职称工作'),
});
