import { flag } from './param.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { CYCLE } from './sources.ts';

export const departmentMajority = reviewRule({
  code: 'P3',
  title: '评议表决',
  explanation:
    '评议表决赞成超过实到人数半数的，单位才能推荐。批次允许例外的，单位写明理由，由另一人复核后推荐，两人姓名留在推荐中。',
  law: CYCLE,
  about: 'recommendation',
  params: { exception: flag('未过半数的可以例外推荐', false) },
  evaluate: ({ inFavour, present }, { exception }) => {
    const is = `赞成 ${inFavour} 票，实到 ${present} 人`;
    if (inFavour * 2 > present) return ok(is, '赞成须超过实到的半数');
    return exception
      ? warn(is, '没有超过半数，例外推荐须写明理由并由他人复核')
      : block(is, '没有超过半数，不能推荐，本批次不允许例外');
  },
});
