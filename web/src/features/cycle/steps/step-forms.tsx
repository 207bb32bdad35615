import { type Cycle, cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { type CycleStep, cycleSteps, materialRules } from '@zhiping/shared/rules/cycle/missing.ts';
import type { ReviewForm } from '@zhiping/shared/rules/opinion/form.ts';
import { type ComponentType, lazy } from 'react';
import { changedFields, type mergeEdits } from '../../../kit/form/merge-edits.ts';
import { formChangeInWords, ruleConflicts } from './step-conflicts.ts';
import { BasicFields } from './BasicFields.tsx';
import type { FieldsProps } from './fields-props.ts';
import { ScheduleFields } from './ScheduleFields.tsx';
import { ScopeFields } from './ScopeFields.tsx';
import { TextsFields } from './TextsFields.tsx';

const RulesFields = lazy(() => import('./RulesFields.tsx'));
const MaterialsFields = lazy(() => import('./MaterialsFields.tsx'));
const FormFields = lazy(() => import('./FormFields.tsx'));

export type StepName = CycleStep;
type Values = Record<string, unknown>;
/** Unsaved values of a step, and the cycle that they are based on. */
export type Draft = { values: Values; base: Cycle };
export type Drafts = Partial<Record<StepName, Draft>>;

type SaveApi = (typeof cycleApi)[
  | 'saveBasic'
  | 'saveScope'
  | 'saveSchedule'
  | 'saveRules'
  | 'saveMaterials'
  | 'saveForm'
  | 'saveTexts'];

type StepDefinition = {
  label: string;
  api: SaveApi;
  hint?: string;
  valuesOf: (cycle: Cycle) => Values;
  /** For fields with several values: describes the other user's change, and merges the own edits into it. */
  changeInWords?: (name: string, before: unknown, after: unknown) => string;
  merge?: typeof mergeEdits;
  Fields: ComponentType<FieldsProps>;
};

const pick =
  <K extends keyof Cycle>(...names: K[]) =>
  (cycle: Cycle): Values =>
    Object.fromEntries(names.map((name) => [name, cycle[name]]));

/** Keeps only the rules that belong to this step. */
const ownRules = (isOwn: (code: string) => boolean) => (cycle: Cycle) => ({
  rules: Object.fromEntries(Object.entries(cycle.rules).filter(([code]) => isOwn(code))),
});
const isMaterial = (code: string) => materialRules.includes(code);
const rulesOf = ownRules((code) => !isMaterial(code));
const materialsOf = ownRules(isMaterial);

/** How each step is shown and saved. */
export const stepForms: Record<StepName, StepDefinition> = {
  basic: {
    label: cycleSteps.basic,
    api: cycleApi.saveBasic,
    valuesOf: pick(
      'name',
      'year',
      'organiser',
      'committee',
      'officePhone',
      'filingNo',
      'filedDay',
      'appointMode',
      'blind',
      'mappingConsent',
      'materialDownload',
      'shareOpinions',
    ),
    Fields: BasicFields,
  },
  scope: {
    label: cycleSteps.scope,
    api: cycleApi.saveScope,
    hint: '本批次受理哪些系列和层级；评聘结合的须填写指标数。',
    valuesOf: pick('targets'),
    Fields: ScopeFields,
  },
  schedule: {
    label: cycleSteps.schedule,
    api: cycleApi.saveSchedule,
    hint: '北京时间。只填日期时，开始为当天 00:00:00，截止为当天 23:59:59。',
    valuesOf: pick(
      'applyOpensAt',
      'applyClosesAt',
      'collegeClosesAt',
      'reportClosesAt',
      'bodyClosesAt',
      'eligibilityClosesAt',
      'reviewClosesAt',
      'cutoffDay',
    ),
    Fields: ScheduleFields,
  },
  rules: {
    label: cycleSteps.rules,
    api: cycleApi.saveRules,
    hint: '没有改动的参数按默认值；发布时全部参数的值一并冻结。',
    valuesOf: rulesOf,
    ...ruleConflicts,
    Fields: RulesFields,
  },
  materials: {
    label: cycleSteps.materials,
    api: cycleApi.saveMaterials,
    valuesOf: (cycle) => ({ ...materialsOf(cycle), proofs: cycle.proofs }),
    ...ruleConflicts,
    Fields: MaterialsFields,
  },
  form: {
    label: cycleSteps.form,
    api: cycleApi.saveForm,
    valuesOf: pick('form'),
    changeInWords: (_name, before, after) => formChangeInWords(before as ReviewForm, after as ReviewForm),
    Fields: FormFields,
  },
  texts: {
    label: cycleSteps.texts,
    api: cycleApi.saveTexts,
    valuesOf: pick('notice', 'commitments'),
    Fields: TextsFields,
  },
};

/**
 * Moves drafts to the newly saved cycle if it left their steps unchanged. A draft whose step was changed keeps its old
 * base, so that its own save reports the conflict.
 */
const rebaseDrafts = (drafts: Drafts, cycle: Cycle): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).map(([step, draft]) => {
      const { valuesOf } = stepForms[step as StepName];
      const isSame = changedFields(valuesOf(draft.base), valuesOf(cycle)).length === 0;
      return [step, isSame ? { ...draft, base: cycle } : draft];
    }),
  );

/** Drafts after one of them was saved. Input typed during the save continues from the saved cycle. */
export const afterSave = (
  drafts: Drafts,
  { step, saved, fresh }: { step: StepName; saved: Draft | undefined; fresh: Cycle },
): Drafts => {
  const { [step]: own, ...others } = drafts;
  const next = rebaseDrafts(others, fresh);
  return own && own !== saved ? { ...next, [step]: { values: own.values, base: fresh } } : next;
};
