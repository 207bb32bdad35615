import { amount } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

export const otherProvinces = reviewRule({
  code: 'F2',
  title: '外省专家',
  explanation: '每份材料的专家中，申报人所在省份以外的至少几位。没有登记省份的专家不计。',
  law: CYCLE,
  about: 'file',
  params: { least: amount('至少', '人', { standard: 0, min: 0, max: 15 }) },
  evaluate: ({ applicantProvince, experts }, { least }) => {
    const outside = experts.filter(
      ({ province }) => province !== null && province !== applicantProvince,
    ).length;
    return unless(outside >= least, `外省专家 ${outside} 人`, `需要 ≥ ${least} 人`);
  },
});
