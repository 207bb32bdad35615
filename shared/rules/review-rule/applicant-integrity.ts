import { integrityParams, evaluateIntegrity } from './integrity.ts';
import { reviewRule } from './rule.ts';
import { supervision } from './sources.ts';

export const applicantIntegrity = reviewRule({
  code: 'C3',
  title: '申报人失信记录',
  explanation: '承诺不实、弄虚作假等记入诚信档案，记录期内不得申报。',
  law: supervision('申报人失信'),
  about: 'application',
  params: integrityParams,
  evaluate: (facts, values) => evaluateIntegrity(facts, values, '不得申报'),
});
