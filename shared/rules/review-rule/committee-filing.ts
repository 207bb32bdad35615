import { yearsAfter } from '../expert/periods.ts';
import { dayAfter } from '../holiday/working-days.ts';
import { amount } from './param.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { order40 } from './sources.ts';

const WARNING_DAYS = 90;

export const committeeFiling = reviewRule({
  code: 'K1',
  title: '评委会备案有效期',
  explanation: '评审委员会须经备案，有效期满未重新备案的不得开展评审。',
  law: order40('评委会备案'),
  about: 'committee',
  params: { years: amount('有效期', '年', { standard: 3, min: 1, max: 3 }) },
  evaluate: ({ filedDay, today }, { years }) => {
    const needed = `备案有效期不超过 ${years} 年`;
    if (filedDay === null) return block('评审委员会尚未备案', needed);
    const end = yearsAfter(filedDay, years);
    const is = `${filedDay} 备案，有效期至 ${end}`;
    if (today > end) return block(is, needed);
    return dayAfter(today, WARNING_DAYS) > end ? warn(is, `${needed}，即将到期`) : ok(is, needed);
  },
});
