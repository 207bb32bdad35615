import { editDenial } from '@zhiping/shared/rules/cycle/edits.ts';
import { type CycleStep, type Missing, missingInPlan } from '@zhiping/shared/rules/cycle/missing.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/db.ts';
import { lockRow, type NewRow, updateRow } from '../../platform/edits/save-row.ts';
import { badRequest, denied, fieldError } from '../../platform/errors.ts';
import { entity } from './cycle-entity.ts';
import { planOf, type StoredCycle } from './cycle-plan.ts';
import { freezeRules } from './rule-set.ts';
import { findTargets } from '../review-rule/targets.ts';

type Key = { id: number; version: number | undefined; reason: string | null };
/** Changes of a step: columns, their names in the audit, and the former values that are no columns. */
export type Change = {
  values: Partial<NewRow<'cycle'>['values']>;
  detail: Record<string, unknown>;
  before?: Record<string, unknown>;
  /** Whether two persons must want it, though it changes no rule. */
  takesTwo?: boolean;
};

/** The row to be changed. Once it is published people rely on it, so that a change needs its reason. */
export const lockEditable = async (tx: Tx, { id, version, reason }: Key) => {
  const cycle = await lockRow(tx, entity, { id, version });
  const denial = editDenial(cycle);
  if (denial) throw denied(denial);
  if (cycle.state !== 'draft' && reason === null)
    throw fieldError('cycle.reason', 'reason', '批次已发布，请输入修改原因');
  return cycle;
};

const missingIn = async (tx: Tx, actor: Principal, cycle: StoredCycle) =>
  missingInPlan(planOf(cycle, await findTargets(tx, cycle.id)), dayOf(actor.at));

/**
 * A published cycle stays complete, even if one step makes another incomplete. A filing that has expired meanwhile is
 * no fault of another step.
 */
export const requireComplete = (step: CycleStep, before: readonly Missing[], missing: readonly Missing[]) => {
  const lacked = new Set(before.map((one) => one.step));
  const lacking = missing.find((one) => one.step === step || !lacked.has(one.step));
  if (lacking) throw badRequest('cycle.incomplete', lacking.message);
};

type StepKey = Key & {
  step: CycleStep;
  /** The request by which another person asked for it. */
  confirmationId?: number;
};

/** Consequence of a change in a published cycle: a further version of its rules, if it touches them. Answers the cycle if it takes two persons. */
const followPublished = async (
  tx: Tx,
  actor: Principal,
  {
    step,
    id,
    reason,
    confirmationId = null,
  }: Omit<StepKey, 'confirmationId'> & { confirmationId?: number | null },
  { lacked, takesTwo }: { lacked: readonly Missing[]; takesTwo: boolean },
): Promise<StoredCycle | null> => {
  const cycle = await tx.selectFrom('cycle').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  requireComplete(step, lacked, await missingIn(tx, actor, cycle));
  const frozen = await freezeRules(tx, actor, cycle, { reason, confirmationId });
  if (!frozen) return takesTwo ? cycle : null;
  await tx.updateTable('cycle').set({ rule_version: frozen.version }).where('id', '=', id).execute();
  await audit(tx, {
    actorId: actor.userId,
    action: 'cycle.rules_frozen',
    entity: 'cycle',
    entityId: id,
    detail: { ...frozen, reason, row: { confirmation: confirmationId, by: actor.username, at: actor.at } },
  });
  return cycle;
};

export type StepWork = (tx: Tx, cycle: StoredCycle) => Change | Promise<Change>;

/**
 * Saves one step of a cycle; `work` checks it and says what it changes. Answers the cycle where two persons must want
 * the change.
 */
export const saveStepIn = async (
  tx: Tx,
  actor: Principal,
  key: StepKey,
  work: StepWork,
): Promise<StoredCycle | null> => {
  const cycle = await lockEditable(tx, key);
  const lacked = cycle.state === 'draft' ? [] : await missingIn(tx, actor, cycle);
  const { values, detail, before, takesTwo = false } = await work(tx, cycle);
  const { reason } = key;
  await updateRow(
    tx,
    actor,
    entity,
    { ...cycle, ...before },
    { values, detail: { ...detail, ...(reason && { reason }) } },
  );
  return cycle.state === 'draft' ? null : followPublished(tx, actor, key, { lacked, takesTwo });
};
