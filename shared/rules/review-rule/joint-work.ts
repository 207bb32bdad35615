import { yearsAfter } from '../expert/periods.ts';
import type { TieFacts } from './facts.ts';
import { amount, choice } from './param.ts';
import { ok, reviewRule } from './rule.ts';
import { ORGANISER } from './sources.ts';
import { severity, tie } from './ties.ts';

/** Names alone are shared by thousands, so what counts beside them is a choice. */
const nameAlone = { ignore: '不计', subject: '学科相同才计', always: '都计' } as const;

const counts = (certainty: TieFacts['certainty'], choiceOf: keyof typeof nameAlone) =>
  certainty === 'name'
    ? choiceOf === 'always'
    : certainty !== 'subject' || choiceOf === 'subject' || choiceOf === 'always';

export const jointWork = reviewRule({
  code: 'B3',
  title: '合作成果',
  explanation:
    '专家与申报人近年共同署名论文、著作、专利，或共同承担项目的，专家回避。双方材料列有同一成果的按本人认定；只有作者姓名相同的，还要看单位和学科，须人工核实。',
  law: ORGANISER,
  about: 'tie',
  params: {
    years: amount('最近', '年', { standard: 5, min: 0, max: 20 }),
    byPerson: severity('block', '按本人认定的'),
    byName: severity('warn', '姓名与单位相同的'),
    nameAlone: choice('只有姓名相同的', nameAlone, 'subject'),
  },
  evaluate: ({ is, lastDay, today, certainty }, { years, byPerson, byName, nameAlone: alone }) => {
    if (lastDay !== null && yearsAfter(lastDay, years) < today) return ok(is, `已满 ${years} 年`);
    if (certainty === 'person') return tie(byPerson, is, `近 ${years} 年有合作的专家应当回避`);
    if (!counts(certainty, alone)) return ok(is, '只有姓名相同的不计');
    return tie(certainty === 'unit' ? byName : 'warn', is, '请核实是否本人');
  },
});
