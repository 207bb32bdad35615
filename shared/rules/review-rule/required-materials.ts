import { type MaterialType, materialTypes } from './facts.ts';
import { amounts } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

const standard: Record<MaterialType, number> = {
  education: 1,
  title: 1,
  assessment: 0,
  teaching: 1,
  research: 1,
  representativeWork: 1,
  other: 0,
};

export const requiredMaterials = reviewRule({
  code: 'M1',
  title: '必交的材料',
  explanation: '各类材料至少要上传的份数。',
  law: CYCLE,
  about: 'application',
  params: { least: amounts('至少', '份', materialTypes, { standard, min: 0, max: 20 }) },
  evaluate: ({ materials }, { least }) => {
    const types = Object.keys(materialTypes) as MaterialType[];
    const short = types.filter((type) => (materials[type] ?? 0) < least[type]);
    const is = short.map((type) => `${materialTypes[type]} ${materials[type] ?? 0} 份`).join('、');
    const needed = short.map((type) => `${materialTypes[type]} ≥ ${least[type]} 份`).join('、');
    return short.length > 0
      ? unless(false, is, `需要${needed}`)
      : unless(true, '材料齐全', '各类材料达到要求的份数');
  },
});
