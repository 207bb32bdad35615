import type { EvaluatedRule } from '../project-form/facts.ts';
import type { ProjectKind } from '../review-rule/facts.ts';

/**
 * The check of eligibility (资格审查): each item is computed by a rule of the cycle, then decided by an officer. Rules 15,
 * 19 and 20 of the domain.
 */
export const eligibilityVerdicts = { eligible: '资格合格', ineligible: '资格不合格' } as const;
export type EligibilityVerdict = keyof typeof eligibilityVerdicts;

/** A computed item; `level` is null if it needs a human decision. */
export type EligibilityItem = {
  code: string;
  title: string;
  level: EvaluatedRule['level'] | null;
  message: string;
};

/** A human decision on an item, with a remark where required. */
export type ItemDecision = { code: string; isMet: boolean; remark: string | null };

/** Cannot be computed: whether a certificate is genuine. */
const genuine: EligibilityItem = {
  code: 'genuine',
  title: '材料真实有效',
  level: null,
  message: '由审查人对照原件或网上信息核验申报材料的真实性、有效性',
};

/** All items checked for eligibility, in the order of the form. */
export const eligibilityItems = (judged: readonly EvaluatedRule[]): EligibilityItem[] => [
  ...judged.map(({ code, title, level, message }) => ({ code, title, level, message })),
  genuine,
];

/** Whether every rule is met, so that many projects can be accepted at once. */
export const isClear = (judged: readonly EvaluatedRule[]): boolean =>
  judged.length > 0 && judged.every(({ level }) => level === 'ok');

const secondKinds: readonly ProjectKind[] = ['exceptional', 'direct'];

/**
 * Whether accepting needs a second person: applicants who skip a level (rule 21; 破格、直接申报), and what a rule
 * blocks.
 */
export const needsSecondPerson = (
  kind: string | null,
  items: readonly Pick<EligibilityItem, 'level'>[],
): boolean => secondKinds.some((one) => one === kind) || items.some(({ level }) => level === 'block');

/** Why a decision is invalid, or null. Each item must be decided exactly once. */
export const problemInDecision = (
  items: readonly EligibilityItem[],
  { verdict, decisions }: { verdict: EligibilityVerdict; decisions: readonly ItemDecision[] },
): { code: string | null; message: string } | null => {
  const byCode = new Map(decisions.map((decision) => [decision.code, decision]));
  if (
    byCode.size !== decisions.length ||
    byCode.size !== items.length ||
    items.some(({ code }) => !byCode.has(code))
  )
    return { code: null, message: '审查项目已更新，请刷新后重新审查' };
  for (const { code, title, level } of items) {
    const { isMet, remark } = byCode.get(code)!;
    if (remark !== null) continue;
    if (!isMet) return { code, message: `请写明「${title}」不符合的理由` };
    if (level === 'warn' || level === 'block') return { code, message: `请写明认可「${title}」的理由` };
  }
  const isAllMet = decisions.every(({ isMet }) => isMet);
  if (verdict === 'eligible' && !isAllMet) return { code: null, message: '有不符合的项目，不能判定合格' };
  if (verdict === 'ineligible' && isAllMet)
    return { code: null, message: '判定不合格须至少有一项不符合，并写明理由' };
  return null;
};
