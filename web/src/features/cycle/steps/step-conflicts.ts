import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import { reviewRules } from '@zhiping/shared/rules/review-rule/all.ts';
import { paramsInWords, sourceInWords } from '@zhiping/shared/rules/review-rule/differences.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import { valueInWords, mergeEdits } from '../../../kit/form/merge-edits.ts';

const ruleInWords = (rule: (typeof reviewRules)[number], settings: RuleSettings) =>
  [...paramsInWords(rule, settings[rule.code]), sourceInWords(rule, settings[rule.code])].map(
    ({ label, value }) => `${label} ${value}`,
  );

/** Rules that changed, with their new values in words. */
export const rulesChangeInWords = (before: RuleSettings, after: RuleSettings) =>
  reviewRules
    .flatMap((rule) => {
      const was = ruleInWords(rule, before);
      const changed = ruleInWords(rule, after).filter((words, index) => words !== was[index]);
      return changed.length > 0 ? [`${rule.code} ${rule.title}：${changed.join('，')}`] : [];
    })
    .join('；');

/** The names of the criteria and texts that changed. */
export const formChangeInWords = (before: ReviewForm, after: ReviewForm) => {
  const [was, is] = [before, after].map(({ criteria, texts }) => [...criteria, ...texts]);
  const changed = is!.filter(
    (one) => JSON.stringify(one) !== JSON.stringify(was!.find(({ key }) => key === one.key)),
  );
  const removed = was!.filter(({ key }) => is!.every((one) => one.key !== key));
  const words = [
    ...(changed.length > 0 ? [`改动了${changed.map(({ name }) => name).join('、')}`] : []),
    ...(removed.length > 0 ? [`移除了${removed.map(({ name }) => name).join('、')}`] : []),
  ];
  return words.join('，') || '改动了次序';
};

type Rules = { rules?: RuleSettings };

/**
 * The rules are one form field with about thirty values: changes are described per rule, and each rule is merged on its
 * own.
 */
export const ruleConflicts = {
  changeInWords: (name: string, before: unknown, after: unknown) =>
    name === 'rules'
      ? rulesChangeInWords(before as RuleSettings, after as RuleSettings)
      : valueInWords(after),
  merge: ((base, mine, latest) => {
    const [was, typed, is] = [base, mine, latest].map(({ rules }: Rules) => rules ?? {});
    const codes = Object.fromEntries(
      Object.keys({ ...was, ...typed, ...is }).map((code) => [code, undefined]),
    );
    const rules = mergeEdits(was!, { ...codes, ...typed }, { ...codes, ...is });
    const set = Object.entries(rules).filter(([, setting]) => setting !== undefined);
    return { ...mergeEdits(base, mine, latest), rules: Object.fromEntries(set) };
  }) satisfies typeof mergeEdits as typeof mergeEdits,
};
