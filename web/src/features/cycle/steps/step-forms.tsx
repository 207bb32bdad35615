import { type Cycle, cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { type CycleStep, cycleSteps } from '@zhiping/shared/rules/cycle-missing.ts';
import { type ComponentType, lazy } from 'react';
import { BasicFields } from './BasicFields.tsx';
import { ScheduleFields } from './ScheduleFields.tsx';
import { ScopeFields } from './ScopeFields.tsx';
import { TextsFields } from './TextsFields.tsx';

const RulesFields = lazy(() => import('./RulesFields.tsx'));
const MaterialsFields = lazy(() => import('./MaterialsFields.tsx'));
const FormFields = lazy(() => import('./FormFields.tsx'));

export type StepName = CycleStep;
export type FieldsProps = { cycle: Cycle; isReadOnly: boolean };
/** What was typed in each step and is not saved. */
export type Drafts = Partial<Record<StepName, Record<string, unknown>>>;

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
  valuesOf: (cycle: Cycle) => Record<string, unknown>;
  Fields: ComponentType<FieldsProps>;
};

const pick =
  <K extends keyof Cycle>(...names: K[]) =>
  (cycle: Cycle): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, cycle[name]]));

/** How each step is shown and saved. */
export const stepForms: Record<StepName, StepDefinition> = {
  basic: {
    label: cycleSteps.basic,
    api: cycleApi.saveBasic,
    valuesOf: pick('name', 'year', 'organiser', 'committee', 'filingNo', 'filedDay', 'appointMode', 'blind'),
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
      'reportClosesAt',
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
    valuesOf: pick('rules'),
    Fields: RulesFields,
  },
  materials: {
    label: cycleSteps.materials,
    api: cycleApi.saveMaterials,
    valuesOf: pick('rules', 'proofs'),
    Fields: MaterialsFields,
  },
  form: {
    label: cycleSteps.form,
    api: cycleApi.saveForm,
    valuesOf: pick('form'),
    Fields: FormFields,
  },
  texts: {
    label: cycleSteps.texts,
    api: cycleApi.saveTexts,
    valuesOf: pick('notice', 'commitments'),
    Fields: TextsFields,
  },
};
