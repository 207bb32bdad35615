import { grades, type Opinion, type OpinionFacts, type Grade } from './facts.ts';
import { amount, choices } from './param.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { CYCLE } from './sources.ts';

const isNegative = ({ conclusion, grade }: Opinion, negative: readonly Grade[]) =>
  conclusion === 'disagree' || (grade !== null && negative.includes(grade));

const countOf = ({ opinions }: OpinionFacts, negative: readonly Grade[]) =>
  opinions.filter((opinion) => isNegative(opinion, negative)).length;

export const externalResult = reviewRule({
  code: 'R2',
  title: '送审结果',
  explanation: '全部意见返回后，不同意的不超过规定份数即通过；给等级的批次，另定哪些等级算不同意。',
  law: CYCLE,
  about: 'opinion',
  params: {
    most: amount('不同意至多', '份', { standard: 1, min: 0, max: 14 }),
    negative: choices('算不同意的等级', grades, ['D']),
  },
  evaluate: (facts, { most, negative }) => {
    const disagreed = countOf(facts, negative);
    const is = `${facts.asked} 份中返回 ${facts.opinions.length} 份，不同意 ${disagreed} 份`;
    const needed = `至多 ${most} 份不同意`;
    if (disagreed > most) return block(is, needed);
    return facts.opinions.length < facts.asked ? warn(is, `${needed}，尚未全部返回`) : ok(is, needed);
  },
});
