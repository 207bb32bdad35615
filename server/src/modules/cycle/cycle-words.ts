import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import { substitutes } from '@zhiping/shared/rules/review-rule/no-needless-proofs.ts';
import { differences } from '@zhiping/shared/rules/review-rule/differences.ts';
import { levelWords, type TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';

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
