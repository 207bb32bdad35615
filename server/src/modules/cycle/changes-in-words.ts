import { endNames } from '@zhiping/shared/rules/cycle/edits.ts';
import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import { bases, type ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import { reviewRules } from '@zhiping/shared/rules/review-rule/all.ts';
import { paramsInWords, sourceInWords } from '@zhiping/shared/rules/review-rule/differences.ts';
import { substitutes } from '@zhiping/shared/rules/review-rule/no-needless-proofs.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { planOf, type StoredCycle } from './cycle-plan.ts';

/** A part of a cycle by its name, with all of it in words. */
type Part = readonly [name: string, words: string];

const yes = (is: boolean) => (is ? '是' : '否');
const momentOf = (moment: Date | null) => (moment ? formatDateTime(moment) : '未设');
/** Typed text, which must not look like a sentence of this summary. */
const typed = (text: string | null) => (text ? text.replaceAll(/[「」；\n]+/gu, ' ') : '未填');

const proofInWords = ({ substitute, note }: CyclePlan['proofs'][number]) =>
  [substitute ? `可凭${substitutes[substitute]}` : '须提交', ...(note ? [typed(note)] : [])].join('，');

const criterionInWords = ({ weight, required, basis = [], levels, rubric }: ReviewForm['criteria'][number]) =>
  [
    `${weight} 分`,
    required ? '必评' : '可不评',
    ...(basis.length > 0 ? [`依据${basis.map((one) => bases[one]).join('、')}`] : []),
    levels.map(({ word, points }) => `${typed(word)} ${points}`).join('、'),
    ...(rubric ? [`标准为 ${typed(rubric)}`] : []),
  ].join('，');

const textInWords = ({ least, most, required, hint }: ReviewForm['texts'][number]) =>
  [`${least} 至 ${most} 字`, required ? '必填' : '可不填', ...(hint ? [`说明为 ${typed(hint)}`] : [])].join(
    '，',
  );

/** Everything that the steps of a cycle set. Texts that are signed come as they are called. */
const partsOf = (cycle: StoredCycle, commitments: readonly string[]): readonly Part[] => {
  const { rules, proofs, form, ...plan } = planOf(cycle, []);
  return [
    ['批次名称', typed(cycle.name)],
    ['年度', String(cycle.year)],
    ['组建单位', typed(cycle.organiser)],
    ['评委会', typed(cycle.committee)],
    ['备案文号', typed(cycle.filing_no)],
    ['备案日期', plan.filedDay ?? '未填'],
    ['联系电话', typed(cycle.office_phone)],
    ['评聘方式', plan.appointMode === 'together' ? '评聘结合' : '评聘分开'],
    ['评审方式', plan.blind ? '匿名' : '实名'],
    ['查看专家与材料须经第二人同意', yes(cycle.mapping_consent)],
    ['专家可以下载送审材料', yes(cycle.material_download)],
    ['专家之间可以看其他意见', yes(cycle.share_opinions)],
    ['任职年限截止日', plan.cutoffDay ?? '未设'],
    ['申报开始', momentOf(plan.applyOpensAt)],
    ...Object.entries(endNames).map(([end, name]): Part => [
      name,
      momentOf(plan[end as keyof typeof endNames]),
    ]),
    ...reviewRules.flatMap((rule) =>
      [...paramsInWords(rule, rules[rule.code]), sourceInWords(rule, rules[rule.code])].map(
        ({ label, value }): Part => [`${rule.code} ${rule.title}（${label}）`, typed(value)],
      ),
    ),
    ...proofs.map((proof): Part => [`证明材料 ${typed(proof.name)}`, proofInWords(proof)]),
    ...form.criteria.map((one): Part => [`评分项 ${typed(one.name)}`, criterionInWords(one)]),
    ...form.texts.map((one): Part => [`文字意见 ${typed(one.name)}`, textInWords(one)]),
    ['申报通知', typed(plan.notice)],
    ...commitments.map((text): Part => [text, '采用']),
  ];
};

type Shown = { cycle: StoredCycle; commitments: readonly string[] };

/** How a cycle differs after a change: each part with its value before and after, as a second person reads it. */
export const changesInWords = (before: Shown, after: Shown): string => {
  const [old, now] = [partsOf(before.cycle, before.commitments), partsOf(after.cycle, after.commitments)];
  const wordsIn = (parts: readonly Part[], name: string) => parts.find((part) => part[0] === name)?.[1];
  const changed = now.flatMap(([name, words]) => {
    const former = wordsIn(old, name);
    if (former === undefined) return [`增加${name}：「${words}」`];
    return former === words ? [] : [`${name}由「${former}」改为「${words}」`];
  });
  const gone = old.flatMap(([name, words]) =>
    wordsIn(now, name) === undefined ? [`去掉${name}：「${words}」`] : [],
  );
  return [...changed, ...gone].join('；') || '只改了次序';
};
