import { choice } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

export const scales = { conclusion: '同意、不同意', grade: '等级 A 至 D' };

export const answerScale = reviewRule({
  code: 'R1',
  title: '意见的形式',
  explanation: '专家以同意或不同意作结论，或者给出等级。',
  law: CYCLE,
  about: 'opinion',
  params: { scale: choice('结论', scales, 'conclusion') },
  evaluate: ({ opinions }, { scale }) => {
    const lacking = opinions.filter((opinion) => opinion[scale] === null).length;
    const is = lacking > 0 ? `${lacking} 份意见没有结论` : `意见 ${opinions.length} 份`;
    return unless(lacking === 0, is, `结论须为${scales[scale]}`);
  },
});
