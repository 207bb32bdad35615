import { type Grade, gradeWords, type Opinion, type OpinionFacts } from './facts.ts';
import { amount, choices } from './param.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { CYCLE } from './sources.ts';

const isNegative = ({ conclusion, grade }: Opinion, negative: readonly Grade[]) =>
  conclusion === 'disagree' || (grade !== null && negative.includes(grade));

const countOf = ({ opinions }: OpinionFacts, negative: readonly Grade[]) =>
  opinions.filter((opinion) => isNegative(opinion, negative)).length;

const allGrades = Object.keys(gradeWords) as Grade[];

/** Grades are no agreement or disagreement: the message lists them, and those that count as negative. */
const gradesInWords = ({ opinions }: OpinionFacts, negative: readonly Grade[]) => {
  const given = allGrades.flatMap((one) => {
    const count = opinions.filter(({ grade }) => grade === one).length;
    return count > 0 ? [`${gradeWords[one]} ${count} 份`] : [];
  });
  if (given.length === 0) return '';
  const against = negative.map((one) => gradeWords[one]).join('、');
  return `（${given.join('、')}；${against ? `${against}算不同意` : '没有算不同意的等级'}）`;
};

/** Opinions on a project in numbers: experts asked, opinions returned, experts planned, and how many disagree. */
type OpinionCounts = { asked: number; returned: number; planned: number; disagreed: number };

/**
 * Whether a project needs one more expert before it has a result: all planned opinions are submitted, and exactly
 * `extra` of them disagree. Never where `extra` is 0.
 */
export const isUndecided = ({ asked, returned, planned, disagreed }: OpinionCounts, extra: number): boolean =>
  extra > 0 && returned === asked && asked <= planned && disagreed === extra;

const countsOf = (facts: OpinionFacts, negative: readonly Grade[]): OpinionCounts => {
  const { asked, opinions, planned = asked } = facts;
  return { asked, returned: opinions.length, planned, disagreed: countOf(facts, negative) };
};

export const externalResult = reviewRule({
  code: 'R2',
  title: '送审结果',
  explanation:
    '全部意见返回后，不同意的不超过规定份数即通过；给等级的批次，另定哪些等级算不同意。可以规定不同意恰为几份时补充一名专家，补充后按全部意见计算。',
  law: CYCLE,
  about: 'opinion',
  params: {
    most: amount('不同意至多', '份', { standard: 1, min: 0, max: 14 }),
    negative: choices('算不同意的等级', gradeWords, ['D']),
    extra: amount('补充一名专家：不同意恰为（0 为不补充）', '份', { standard: 0, min: 0, max: 14 }),
  },
  evaluate: (facts, { most, negative, extra }) => {
    const disagreed = countOf(facts, negative);
    const returned = `${facts.asked} 份中返回 ${facts.opinions.length} 份${gradesInWords(facts, negative)}`;
    const is = `${returned}，不同意 ${disagreed} 份`;
    const needed = `至多 ${most} 份不同意`;
    if (isUndecided(countsOf(facts, negative), extra))
      return warn(is, `不同意恰为 ${extra} 份，须补充一名专家`);
    if (disagreed > most) return block(is, needed);
    const { asked, planned = asked } = facts;
    // A vacancy is an opinion that is missing.
    const isOpen = facts.opinions.length < Math.max(asked, planned);
    return isOpen ? warn(is, `${needed}，尚未全部返回`) : ok(is, needed);
  },
});

type Values = { negative: readonly Grade[]; extra: number };

/** Whether the rule requires one more expert before a project has a result. */
export const needsExtraExpert = (facts: OpinionFacts, { negative, extra }: Values): boolean =>
  isUndecided(countsOf(facts, negative), extra);
