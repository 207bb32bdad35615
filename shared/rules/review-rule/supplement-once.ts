import { amount } from './param.ts';
import { block, ok, reviewRule } from './rule.ts';
import { order40 } from './sources.ts';

export const supplementOnce = reviewRule({
  code: 'P2',
  title: '一次性补正',
  explanation: '需要补正的一次告知全部内容；逾期未补正的，视为放弃申报。',
  law: order40('一次性补正'),
  about: 'supplement',
  params: {
    most: amount('补正', '次', { standard: 1, min: 1, max: 1 }),
    days: amount('补正期限', '个工作日', { standard: 5, min: 1, max: 30 }),
  },
  evaluate: ({ requests, dueDay, isAnswered, today }, { most }) => {
    const is = `已要求补正 ${requests} 次`;
    if (requests > most) return block(is, `只能要求 ${most} 次`);
    if (dueDay !== null && !isAnswered && today > dueDay)
      return block(`${is}，${dueDay} 前未补正`, '逾期视为放弃');
    return ok(is, `只能要求 ${most} 次`);
  },
});
