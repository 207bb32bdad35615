import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import { substitutes } from '@zhiping/shared/rules/review-rule/no-needless-proofs.ts';
import { reviewRules } from '@zhiping/shared/rules/review-rule/all.ts';
import { differences, paramsInWords, sourceInWords } from '@zhiping/shared/rules/review-rule/differences.ts';
import { levelWords, type TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { StoredCycle } from './cycle-plan.ts';

/** Settings of a cycle in the words of the log. */

export const rulesInWords = (rules: CyclePlan['rules']) =>
  differences(rules).map(({ code, title, label, value }) => `${code} ${title}：${label} ${value}`);

export const proofsInWords = (proofs: CyclePlan['proofs']) =>
  proofs.map(({ name, substitute }) => (substitute ? `${name}（可凭${substitutes[substitute]}）` : name));

export const formInWords = ({ criteria, texts }: CyclePlan['form']) => [
  ...criteria.map(({ name, weight }) => `${name} ${weight} 分`),
  ...texts.map(({ name, least, most }) => `${name} ${least} 至 ${most} 字`),
];

export const targetsInWords = (targets: CyclePlan['targets'], labelOf: (series: string) => string) =>
  targets.map(({ titleSeries, titleLevel, quota }) => {
    const words = `${labelOf(titleSeries)} ${levelWords[titleLevel as TitleLevel]}`;
    return quota === null ? words : `${words} ${quota} 个`;
  });

export const timesInWords = (times: Record<string, Date | string | null>) =>
  Object.fromEntries(
    Object.entries(times).map(([name, time]) => [name, time instanceof Date ? formatDateTime(time) : time]),
  );

type Frozen = Pick<
  StoredCycle,
  'blind' | 'mapping_consent' | 'material_download' | 'share_opinions' | 'cutoff_day' | 'proofs' | 'form'
> & { rules: CyclePlan['rules'] };

/** A part by its name: its value in words, and all of it where the words leave something out. */
type Part = readonly [name: string, words: string, whole?: unknown];

const yes = (is: boolean) => (is ? '是' : '否');

/** What decisions of a cycle go by. Texts that are signed come as they are called. */
const partsOf = (
  { rules, proofs, form, ...options }: Frozen,
  commitments: readonly string[],
): readonly Part[] => [
  ['评审方式', options.blind ? '匿名' : '实名'],
  ['查看专家与材料须经第二人同意', yes(options.mapping_consent)],
  ['专家可以下载送审材料', yes(options.material_download)],
  ['专家之间可以看其他意见', yes(options.share_opinions)],
  ['任职年限截止日', options.cutoff_day ?? '未设'],
  ...reviewRules.flatMap((rule) =>
    [...paramsInWords(rule, rules[rule.code]), sourceInWords(rule, rules[rule.code])].map(
      ({ label, value }): Part => [`${rule.code} ${rule.title}（${label}）`, value],
    ),
  ),
  ...proofs.map((proof): Part => {
    const { name, substitute } = proof;
    return [`证明材料「${name}」`, substitute ? `可凭${substitutes[substitute]}` : '须提交', proof];
  }),
  ...form.criteria.map((one): Part => [`评分项「${one.name}」`, `${one.weight} 分`, one]),
  ...form.texts.map((one): Part => [`文字意见「${one.name}」`, `${one.least} 至 ${one.most} 字`, one]),
  ...commitments.map((text): Part => [text, '采用']),
];

type Shown = { cycle: Frozen; commitments: readonly string[] };

/** How what decisions go by differs after a change: each part with its value before and after. */
export const changesInWords = (before: Shown, after: Shown): string => {
  const [old, now] = [partsOf(before.cycle, before.commitments), partsOf(after.cycle, after.commitments)];
  const namedIn = (parts: readonly Part[], name: string) => parts.find((part) => part[0] === name);
  const changed = now.flatMap((part) => {
    const [name, words, whole] = part;
    const former = namedIn(old, name);
    if (!former) return [`增加${name}：${words}`];
    if (former[1] !== words) return [`${name}由「${former[1]}」改为「${words}」`];
    return JSON.stringify(former[2]) === JSON.stringify(whole) ? [] : [`${name}的说明或选项有改动`];
  });
  const gone = old.filter(([name]) => !namedIn(now, name)).map(([name, words]) => `去掉${name}：${words}`);
  return [...changed, ...gone].join('；') || '次序或其他说明有改动';
};
