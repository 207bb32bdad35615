import { reviewRule, unless } from './rule.ts';
import { supervision } from './sources.ts';

export const expertCommitment = reviewRule({
  code: 'C2',
  title: '专家承诺',
  explanation: '专家签署承诺书后才能打开材料。',
  law: supervision('专家承诺'),
  about: 'expertWork',
  params: {},
  evaluate: ({ hasCommitment }) =>
    unless(hasCommitment, hasCommitment ? '承诺书已签署' : '尚未签署承诺书', '签署后才能评审'),
});
