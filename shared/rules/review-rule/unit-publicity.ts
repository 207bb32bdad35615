import { amount } from './param.ts';
import { block, ok, reviewRule } from './rule.ts';
import { order40 } from './sources.ts';

export const unitPublicity = reviewRule({
  code: 'P1',
  title: '单位公示',
  explanation: '上报前在单位公示，首日计入，按工作日计算；有未办结异议的不得上报。',
  law: order40('单位公示'),
  about: 'publicity',
  params: {
    least: amount('公示', '个工作日', { standard: 5, min: 5, max: 30 }),
    answer: amount('异议答复期限', '个工作日', { standard: 10, min: 1, max: 30 }),
  },
  evaluate: ({ workingDays, openObjections }, { least }) => {
    const is = `已公示 ${workingDays} 个工作日`;
    if (workingDays < least) return block(is, `需 ≥ ${least} 个工作日`);
    if (openObjections > 0) return block(`${is}，有 ${openObjections} 件异议未办结`, '异议办结后才能上报');
    return ok(is, `需 ≥ ${least} 个工作日且无未办结异议`);
  },
});
