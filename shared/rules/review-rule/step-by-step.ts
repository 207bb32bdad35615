import { titleLevels } from '../expert/title-levels.ts';
import { levelWords, projectKinds, type TitleLevel } from './facts.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { order40 } from './sources.ts';

/** 0 is the highest; an applicant without a title is below the lowest. */
const rankOf = (level: TitleLevel | null) => (level ? titleLevels.indexOf(level) : titleLevels.length);

/** From 员级 and from nothing, 助理级 and 中级 are reached by degree: how many years that takes is another rule. */
const reached = (present: TitleLevel | null): readonly TitleLevel[] =>
  rankOf(present) >= rankOf('technician')
    ? ['middle', 'junior', 'technician']
    : titleLevels.filter((level) => rankOf(level) === rankOf(present) - 1);

export const stepByStep = reviewRule({
  code: 'A5',
  title: '逐级申报',
  explanation:
    '职称逐级申报；破格与直接申报可以越级，须有重大贡献、海外引进或基层一线等理由。转评只能在同级或以下。',
  law: order40('逐级申报'),
  about: 'application',
  params: {},
  evaluate: ({ kind, presentLevel, targetLevel }) => {
    const present = presentLevel ? levelWords[presentLevel] : '没有职称';
    const is = `现为${present}，${projectKinds[kind]}申报${levelWords[targetLevel]}`;
    if (kind === 'recognition') return ok(is, '认定不看现职称');
    if (kind === 'transfer')
      return rankOf(targetLevel) >= rankOf(presentLevel)
        ? ok(is, '转评在同级或以下')
        : block(is, '转评只能在同级或以下');
    if (reached(presentLevel).includes(targetLevel)) return ok(is, '应逐级申报');
    if (rankOf(targetLevel) >= rankOf(presentLevel)) return block(is, '应申报上一级职称');
    const mayLeap = kind === 'exceptional' || kind === 'direct';
    return mayLeap ? warn(is, '越级申报须核对理由') : block(is, '应逐级申报');
  },
});
