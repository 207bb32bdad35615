import { yearsAfter } from '../expert/periods.ts';
import { degrees, levelWords, type Degree, type TitleLevel } from './facts.ts';
import { amounts } from './param.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { universityTitles } from './sources.ts';

const range = { min: 0, max: 15 };
const years = (label: string, standard: Record<Degree, number>) =>
  amounts(label, '年', degrees, { ...range, standard });

type Counted = 'fullSenior' | 'associateSenior' | 'middle';
const isCounted = (level: TitleLevel): level is Counted =>
  level === 'fullSenior' || level === 'associateSenior' || level === 'middle';

export const yearsInTitle = reviewRule({
  code: 'A6',
  title: '任现职年限',
  explanation: '任现职称的年限，按申报层级与学位计算到截止日。破格申报不足的，只作提示。',
  law: universityTitles('任职年限'),
  about: 'application',
  params: {
    fullSenior: years('申报正高级', { doctor: 5, master: 5, bachelor: 5 }),
    associateSenior: years('申报副高级', { doctor: 2, master: 5, bachelor: 5 }),
    middle: years('申报中级', { doctor: 0, master: 2, bachelor: 4 }),
  },
  evaluate: ({ kind, targetLevel, presentSince, degree, cutoffDay }, values) => {
    const target = `申报${levelWords[targetLevel]}`;
    if (!isCounted(targetLevel)) return ok(target, '不要求任职年限');
    if (degree === null) return warn(`${target}，没有本科以上学位`, '任职年限须人工核对');
    const needed = values[targetLevel][degree];
    const words = `${degrees[degree]}${target}需任现职满 ${needed} 年（截至 ${cutoffDay}）`;
    if (needed === 0) return ok(`学位为${degrees[degree]}`, `${target}不要求任职年限`);
    if (presentSince === null) return block('没有填写任现职时间', words);
    const is = `任现职自 ${presentSince} 起`;
    if (yearsAfter(presentSince, needed) <= cutoffDay) return ok(is, words);
    const mayLack = kind === 'exceptional' || kind === 'direct';
    return mayLack ? warn(is, words) : block(is, words);
  },
});
