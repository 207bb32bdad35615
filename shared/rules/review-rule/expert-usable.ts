import { amount } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { ORGANISER } from './sources.ts';

export const expertUsable = reviewRule({
  code: 'E3',
  title: '专家可以抽取',
  explanation: '已入库启用、本人已确认信息、有手机和邮箱、评级达到要求的专家才能抽取。',
  law: ORGANISER,
  about: 'expert',
  params: { rating: amount('评级至少', '级', { standard: 1, min: 1, max: 5 }) },
  evaluate: (expert, { rating }) => {
    const lacking = [
      !expert.isEnabled && '已停用',
      !expert.isConfirmed && '未确认信息',
      !expert.hasPhone && '没有手机',
      !expert.hasEmail && '没有邮箱',
      expert.rating < rating && `评级 ${expert.rating}`,
    ].filter(Boolean);
    const is = lacking.length > 0 ? lacking.join('、') : '可以抽取';
    return unless(lacking.length === 0, is, `需启用、已确认、可联系且评级 ≥ ${rating}`);
  },
});
