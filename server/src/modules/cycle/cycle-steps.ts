import type { z } from 'zod';
import type { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { formDenial, scopeDenial } from '@zhiping/shared/rules/cycle/edits.ts';
import { type CyclePlan, materialRules } from '@zhiping/shared/rules/cycle/missing.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import type { Tx } from '../../platform/database/db.ts';
import { denied, fieldError } from '../../platform/errors.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { commitmentsOf, type StoredCycle } from './cycle-plan.ts';
import { formInWords, proofsInWords, rulesInWords, targetsInWords } from './cycle-words.ts';
import { requireTexts } from './require-texts.ts';
import type { Change, StepWork } from './save-step.ts';
import { findTargets, storeTargets, type Target } from '../review-rule/targets.ts';

const json = (value: unknown) => JSON.stringify(value);

/** The input of a step, without the key of its cycle. */
type Input<K extends keyof typeof cycleApi> = Omit<
  z.output<(typeof cycleApi)[K]['body']>,
  'id' | 'version' | 'reason'
>;

export const basicWork =
  (basic: Input<'saveBasic'>): StepWork =>
  (_tx, cycle) => {
    const { filingNo, filedDay, appointMode, ...rest } = basic;
    const before = {
      mappingConsent: cycle.mapping_consent,
      materialDownload: cycle.material_download,
      shareOpinions: cycle.share_opinions,
      officePhone: cycle.office_phone,
    };
    const {
      mappingConsent = before.mappingConsent,
      materialDownload = before.materialDownload,
      shareOpinions = before.shareOpinions,
      officePhone = before.officePhone,
      ...same
    } = rest;
    const isSame = same.blind === cycle.blind && mappingConsent === cycle.mapping_consent;
    const denial = isSame ? null : formDenial(cycle);
    if (denial) throw denied(denial);
    return {
      values: {
        ...same,
        filing_no: filingNo,
        filed_day: filedDay,
        appoint_mode: appointMode,
        mapping_consent: mappingConsent,
        material_download: materialDownload,
        share_opinions: shareOpinions,
        office_phone: officePhone,
      },
      detail: { ...basic, mappingConsent, materialDownload, shareOpinions, officePhone },
      before,
    };
  };

/** Refuse series that the dictionary does not have. Answers what each is called. */
const requireSeries = async (tx: Tx, targets: readonly Target[], stored: readonly Target[]) => {
  const { title_series: known = [] } = await findDictMap(tx, ['title_series']);
  const labels = new Map([
    ...stored.map(({ titleSeries }) => [titleSeries, titleSeries] as const),
    ...known.map(({ value, label }) => [value, label] as const),
  ]);
  const wrong = targets.findIndex(({ titleSeries }) => !labels.has(titleSeries));
  if (wrong >= 0)
    throw fieldError('input.invalid', `targets.${wrong}.titleSeries`, '职称系列不在字典中，请重新选择');
  return (series: string) => labels.get(series) ?? series;
};

export const scopeWork =
  ({ targets }: Input<'saveScope'>): StepWork =>
  async (tx, cycle) => {
    const stored = await findTargets(tx, cycle.id);
    const denial = scopeDenial(cycle.state, stored, targets);
    if (denial) throw denied(denial);
    const labelOf = await requireSeries(tx, targets, stored);
    await storeTargets(tx, cycle.id, targets);
    return {
      values: {},
      detail: { targets: targetsInWords(targets, labelOf) },
      before: { targets: targetsInWords(stored, labelOf) },
    };
  };

/** The parts that change, as they will be and as they were, in words. */
const wordsOf = (
  { rules, proofs, form }: StoredCycle,
  after: Partial<Pick<CyclePlan, 'rules' | 'proofs' | 'form'>>,
): Pick<Change, 'detail' | 'before'> => ({
  detail: {
    ...(after.rules && { rules: rulesInWords(after.rules) }),
    ...(after.proofs && { proofs: proofsInWords(after.proofs) }),
    ...(after.form && { form: formInWords(after.form) }),
  },
  before: { rules: rulesInWords(rules), proofs: proofsInWords(proofs), form: formInWords(form) },
});

/** The settings of one step in place of those that it had; the other step keeps its own. */
const settingsOf = ({ rules: stored }: StoredCycle, sent: RuleSettings, isOwn: (code: string) => boolean) =>
  Object.fromEntries([
    ...Object.entries(stored).filter(([code]) => !isOwn(code)),
    ...Object.entries(sent).filter(([code]) => isOwn(code)),
  ]);

const isMaterial = (code: string) => materialRules.includes(code);

export const rulesWork =
  ({ rules: sent }: Input<'saveRules'>): StepWork =>
  (_tx, cycle) => {
    const rules = settingsOf(cycle, sent, (code) => !isMaterial(code));
    return { values: { rules: json(rules) }, ...wordsOf(cycle, { rules }) };
  };

export const materialsWork =
  ({ rules: sent, proofs }: Input<'saveMaterials'>): StepWork =>
  (_tx, cycle) => {
    const rules = settingsOf(cycle, sent, isMaterial);
    return { values: { rules: json(rules), proofs: json(proofs) }, ...wordsOf(cycle, { rules, proofs }) };
  };

export const formWork =
  ({ form }: Input<'saveForm'>): StepWork =>
  (_tx, cycle) => {
    const denial = formDenial(cycle);
    if (denial) throw denied(denial);
    return { values: { form: json(form) }, ...wordsOf(cycle, { form }) };
  };

export const textsWork =
  ({ notice, commitments }: Input<'saveTexts'>): StepWork =>
  async (tx, cycle) => {
    const [chosen, before] = await Promise.all([
      requireTexts(tx, commitments),
      requireTexts(tx, commitmentsOf(cycle)),
    ]);
    return {
      values: { notice, commitments: json(commitments) },
      detail: { notice, commitments: chosen },
      before: { commitments: before },
    };
  };
