import type { z } from 'zod';
import type { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { formDenial, scopeDenial } from '@zhiping/shared/rules/cycle/edits.ts';
import { type CyclePlan, materialRules } from '@zhiping/shared/rules/cycle/missing.ts';
import type { RuleSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { saving } from '../../platform/edits/save-row.ts';
import { badRequest, denied, fieldError } from '../../platform/errors.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { entity } from './cycle-entity.ts';
import { commitmentsOf, type StoredCycle } from './cycle-plan.ts';
import { formInWords, proofsInWords, rulesInWords, targetsInWords } from './cycle-words.ts';
import { requireTexts } from './require-texts.ts';
import { type Change, lockEditable, requireCompleteWith, saveStep, saveStepIn } from './save-step.ts';
import { findTargets, storeTargets, type Target } from '../review-rule/targets.ts';

type Body<K extends keyof typeof cycleApi> = z.output<(typeof cycleApi)[K]['body']>;

const json = (value: unknown) => JSON.stringify(value);

export const saveBasic = (db: Db, actor: Principal, { id, version, reason, ...basic }: Body<'saveBasic'>) =>
  saveStep(db, actor, { step: 'basic', id, version, reason }, (_tx, cycle) => {
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
  });

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

export const saveScope = (db: Db, actor: Principal, { targets, ...key }: Body<'saveScope'>) =>
  saveStep(db, actor, { step: 'scope', ...key }, async (tx, cycle) => {
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
  });

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

/** What a step of rules sends; proofs only with materials. */
type RulesInput = { step: 'rules' | 'materials'; rules: RuleSettings; proofs?: CyclePlan['proofs'] };

/** The rules of a step in place of those that it had; the other step keeps its own. */
const rulesWork =
  ({ step, rules: sent, proofs }: RulesInput) =>
  (_tx: Tx, cycle: StoredCycle): Change => {
    const rules = settingsOf(cycle, sent, (code) => isMaterial(code) === (step === 'materials'));
    return {
      values: { rules: json(rules), ...(proofs && { proofs: json(proofs) }) },
      ...wordsOf(cycle, { rules, ...(proofs && { proofs }) }),
    };
  };

/** Lines of the new rules that the old ones do not have, and the other way round. */
const changesInWords = ({ detail, before = {} }: Change) => {
  const linesOf = (one: Record<string, unknown>) =>
    [one['rules'], one['proofs']].flatMap((lines) => (lines as string[] | undefined) ?? []);
  const [after, old] = [linesOf(detail), linesOf(before)];
  const added = after.filter((line) => !old.includes(line));
  const gone = old.filter((line) => !after.includes(line));
  return [...added, ...gone.map((line) => `不再：${line}`)].join('；');
};

type Key = { id: number; version?: number | undefined; reason: string | null };

/**
 * Saves the rules of a step. Those of a published cycle decide who may apply and who passes: there a second person is
 * asked.
 */
const saveRulesOf = (
  db: Db,
  actor: Principal,
  { id, version, reason }: Key,
  input: RulesInput,
): Promise<{ confirmationId: number | null }> =>
  saving(db, entity, async (tx) => {
    const key = { step: input.step, id, version, reason };
    const work = rulesWork(input);
    const cycle = await lockEditable(tx, key);
    if (cycle.state === 'draft') {
      await saveStepIn(tx, actor, key, work);
      return { confirmationId: null };
    }
    const change = work(tx, cycle);
    const words = changesInWords(change);
    if (words === '') throw badRequest('cycle.same', '规则没有改动');
    await requireCompleteWith(tx, actor, cycle, key, change);
    const asked = await askConfirmation(tx, actor, {
      act: 'changeRules',
      object: { table: 'cycle', id, version: cycle.version },
      cycleId: id,
      input,
      summary: `「${cycle.name}」的规则改为：${words}`,
      link: `/review/cycle?edit=${id}&step=${input.step}`,
      reason: reason!,
    });
    return { confirmationId: asked.id };
  });

export const saveRules = (db: Db, actor: Principal, { rules, ...key }: Body<'saveRules'>) =>
  saveRulesOf(db, actor, key, { step: 'rules', rules });

export const saveMaterials = (db: Db, actor: Principal, { rules, proofs, ...key }: Body<'saveMaterials'>) =>
  saveRulesOf(db, actor, key, { step: 'materials', rules, proofs });

/** Changes them once it is confirmed. */
export const changeRules: PerformAct = (tx, second, { object_id: id, object_version, input, reason }) => {
  const asked = input as RulesInput;
  const key = { step: asked.step, id, version: object_version ?? undefined, reason };
  return saveStepIn(tx, second, key, rulesWork(asked));
};

export const saveForm = (db: Db, actor: Principal, { form, ...key }: Body<'saveForm'>) =>
  saveStep(db, actor, { step: 'form', ...key }, (_tx, cycle) => {
    const denial = formDenial(cycle);
    if (denial) throw denied(denial);
    return { values: { form: json(form) }, ...wordsOf(cycle, { form }) };
  });

export const saveTexts = (db: Db, actor: Principal, { notice, commitments, ...key }: Body<'saveTexts'>) =>
  saveStep(db, actor, { step: 'texts', ...key }, async (tx, cycle) => {
    const [chosen, before] = await Promise.all([
      requireTexts(tx, commitments),
      requireTexts(tx, commitmentsOf(cycle)),
    ]);
    return {
      values: { notice, commitments: json(commitments) },
      detail: { notice, commitments: chosen },
      before: { commitments: before },
    };
  });
