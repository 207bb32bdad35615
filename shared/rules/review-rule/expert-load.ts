import { amount } from './param.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { ORGANISER } from './sources.ts';

export const expertLoad = reviewRule({
  code: 'E4',
  title: '专家评审数量',
  explanation: '一位专家在一个批次中评审的份数：超过建议数作提示，不得超过上限。',
  law: ORGANISER,
  about: 'expert',
  params: {
    advised: amount('建议', '份', { standard: 20, min: 1, max: 200 }),
    most: amount('上限', '份', { standard: 60, min: 1, max: 200 }),
  },
  evaluate: ({ load }, { advised, most }) => {
    const is = `本批次共 ${load} 份`;
    if (load > most) return block(is, `上限 ${most} 份`);
    return load > advised ? warn(is, `建议 ≤ ${advised} 份`) : ok(is, `建议 ≤ ${advised} 份`);
  },
});
