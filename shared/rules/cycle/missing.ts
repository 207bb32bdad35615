import { formatDateTime } from '../../schemas.ts';
import { type CommitmentKind, commitmentKinds } from '../commitment/kinds.ts';
import { formProblems, type ReviewForm } from '../opinion/form.ts';
import { committeeFiling } from '../review-rule/committee-filing.ts';
import { noNeedlessProofs } from '../review-rule/no-needless-proofs.ts';
import { blindCopies } from '../review-rule/blind-copies.ts';
import { representativeWorks } from '../review-rule/representative-works.ts';
import { requiredMaterials } from '../review-rule/required-materials.ts';
import { requiredSections } from '../review-rule/required-sections.ts';
import type { RequirementFacts, TitleLevel } from '../review-rule/facts.ts';
import { evaluateRule } from '../review-rule/rule.ts';
import { readSettings, type RuleSettings } from '../review-rule/settings.ts';
import { settingConflicts } from '../review-rule/setting-conflicts.ts';

/** The steps in which an office sets up a cycle, in their order. */
export const cycleSteps = {
  basic: '基本信息',
  scope: '范围与指标',
  schedule: '时间',
  rules: '规则',
  materials: '材料要求',
  form: '评审表',
  texts: '通知与承诺书',
} as const;
export type CycleStep = keyof typeof cycleSteps;

/** The rules that are set with the materials; all others in the step of the rules. */
export const materialRules: readonly string[] = [
  requiredSections.code,
  representativeWorks.code,
  blindCopies.code,
  requiredMaterials.code,
];

/** Settings of a cycle so far. Days are yyyy-MM-dd in Asia/Shanghai. */
export type CyclePlan = {
  filedDay: string | null;
  appointMode: 'together' | 'apart';
  blind: boolean;
  targets: readonly { titleSeries: string; titleLevel: string; quota: number | null }[];
  cutoffDay: string | null;
  applyOpensAt: Date | null;
  applyClosesAt: Date | null;
  collegeClosesAt: Date | null;
  reportClosesAt: Date | null;
  bodyClosesAt: Date | null;
  eligibilityClosesAt: Date | null;
  reviewClosesAt: Date | null;
  rules: RuleSettings;
  proofs: readonly (RequirementFacts['proofs'][number] & { note: string | null })[];
  form: ReviewForm;
  notice: string | null;
  commitments: Readonly<Record<CommitmentKind, number | null>>;
};

/** A problem that prevents a publication, or a warning before it. */
export type Missing = { step: CycleStep; message: string };

const at = (step: CycleStep, messages: readonly string[]): Missing[] =>
  messages.map((message) => ({ step, message }));

const milestones = [
  ['applyOpensAt', '申报开始时间'],
  ['applyClosesAt', '申报截止时间'],
  ['collegeClosesAt', '院系审核截止时间'],
  ['reportClosesAt', '学校报送截止时间'],
  ['bodyClosesAt', '主管部门审核截止时间'],
  ['eligibilityClosesAt', '资格审查截止时间'],
  ['reviewClosesAt', '专家评审截止时间'],
] as const;

const scheduleMissing = (plan: CyclePlan): string[] => {
  const unset = milestones
    // Colleges and supervising bodies check only where the office wants them to.
    .filter(([name]) => name !== 'collegeClosesAt' && name !== 'bodyClosesAt' && plan[name] === null)
    .map(([, label]) => `没有设定${label}`);
  const set = milestones.flatMap(([name, label]) => {
    const moment = plan[name];
    return moment ? [{ label, moment }] : [];
  });
  const unordered = set.flatMap(({ label, moment }, index) => {
    const before = set[index - 1];
    return before && before.moment >= moment ? [`${label}应晚于${before.label}`] : [];
  });
  return [...unset, ...unordered, ...(plan.cutoffDay === null ? ['没有设定任职年限截止日'] : [])];
};

const scopeMissing = ({ targets, appointMode }: CyclePlan): string[] => {
  if (targets.length === 0) return ['没有申报的系列和层级'];
  const uncounted = targets.filter(({ quota }) => quota === null).length;
  return appointMode === 'together' && uncounted > 0
    ? [`评聘结合须有指标，还有 ${uncounted} 项没有填写`]
    : [];
};

/** Staff sign in their own office, so that a cycle can open without their text. */
const signers = ['applicant', 'employer', 'expert'] as const satisfies readonly CommitmentKind[];

const textsMissing = ({ notice, commitments }: CyclePlan): string[] => [
  ...(notice === null ? ['没有申报通知'] : []),
  ...signers.flatMap((kind) => (commitments[kind] === null ? [`没有选定${commitmentKinds[kind]}`] : [])),
];

/** Contradictions of settings, at the step of their rule. */
const conflictsOf = ({ rules }: CyclePlan, level: 'warn' | 'block', step: 'rules' | 'materials'): Missing[] =>
  at(
    step,
    settingConflicts(rules)
      .filter((one) => one.level === level && materialRules.includes(one.code) === (step === 'materials'))
      .map(({ message }) => message),
  );

/** Blind readers see works alone: rules that ask for none leave nothing to judge. */
const unreadableForm = ({ blind, form, rules, targets }: CyclePlan): string[] => {
  const known = readSettings(rules);
  const { least: works } = representativeWorks.schema.parse(known[representativeWorks.code]?.values ?? {});
  const { least: texts } = requiredMaterials.schema.parse(known[requiredMaterials.code]?.values ?? {});
  const asksForWorks = targets.some(({ titleLevel }) => (works[titleLevel as TitleLevel] ?? 0) > 0);
  const goesByWorks = form.criteria.some(({ basis = [] }) => basis.includes('works'));
  if (!blind || !goesByWorks || targets.length === 0 || asksForWorks || texts.representativeWork > 0)
    return [];
  return ['匿名评审依据代表作评分，规则却不要求代表作，也不要求代表作全文，专家没有可读的材料'];
};

const filingOf = ({ filedDay, rules }: CyclePlan, today: string) =>
  evaluateRule(committeeFiling, { filedDay, today }, rules[committeeFiling.code]);

/**
 * Parts that a running cycle must have, in the order of the steps. `today` is the day on which the filing of its
 * committee must be in force.
 */
export const missingInPlan = (plan: CyclePlan, today: string): Missing[] => {
  const filing = filingOf(plan, today);
  return [
    ...at('basic', filing.level === 'block' ? [filing.message] : []),
    ...at('scope', scopeMissing(plan)),
    ...at('schedule', scheduleMissing(plan)),
    ...conflictsOf(plan, 'block', 'rules'),
    ...conflictsOf(plan, 'block', 'materials'),
    ...at('materials', unreadableForm(plan)),
    ...at(
      'form',
      formProblems(plan.form, { isBlind: plan.blind }).map(({ message }) => message),
    ),
    ...at('texts', textsMissing(plan)),
  ];
};

/** Everything that keeps a draft from being published at this moment; empty when it can be. */
export const missingToPublish = (
  plan: CyclePlan,
  { now, today }: { now: Date; today: string },
): Missing[] => {
  const closes = plan.applyClosesAt;
  const over = closes && closes <= now ? [`申报截止时间 ${formatDateTime(closes)} 已过`] : [];
  return [...missingInPlan(plan, today), ...at('schedule', over)];
};

/** Warnings before a publication, which do not prevent it. */
export const warningsOf = (plan: CyclePlan, today: string): Missing[] => {
  const filing = filingOf(plan, today);
  const needless = evaluateRule(noNeedlessProofs, { proofs: plan.proofs }, plan.rules[noNeedlessProofs.code]);
  return [
    ...at('basic', filing.level === 'warn' ? [filing.message] : []),
    ...conflictsOf(plan, 'warn', 'rules'),
    ...conflictsOf(plan, 'warn', 'materials'),
    ...at('materials', needless.level === 'warn' ? [needless.message] : []),
  ];
};
