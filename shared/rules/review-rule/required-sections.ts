import { type Section, sections } from './facts.ts';
import { choices } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

const standard: Section[] = [
  'basic',
  'target',
  'education',
  'employment',
  'assessment',
  'teaching',
  'research',
  'works',
  'statement',
];

export const requiredSections = reviewRule({
  code: 'A7',
  title: '必填的部分',
  explanation: '申报表中必须填完整的部分。',
  law: CYCLE,
  about: 'application',
  params: { required: choices('必填', sections, standard) },
  evaluate: ({ completeSections }, { required }) => {
    const missing = required.filter((section) => !completeSections.includes(section));
    const is =
      missing.length > 0 ? `${missing.map((one) => sections[one]).join('、')}未填完整` : '均已填完整';
    return unless(missing.length === 0, is, `必填 ${required.length} 部分`);
  },
});
