import type { Selectable } from 'kysely';
import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import type { SolveInputs } from '@zhiping/shared/rules/draw/record.ts';
import type { ChangeKind, SlotHolder, PlaceChange } from '@zhiping/shared/rules/draw/changes.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { editedBy } from '../../../platform/edits/edit-lock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { transition } from '../../../platform/workflow/transition.ts';
import { refuseConcerned } from '../../confirmation/refuse-concerned.ts';
import { requireStaffSignature } from '../../commitment/staff-commitment.ts';
import { caseOf, entity, workflow } from '../draw-workflow.ts';

export type NewStep = {
  drawId: number;
  kind: ChangeKind;
  changes: readonly PlaceChange[];
  reason: string;
  undoes?: number;
  inputs?: SolveInputs;
};

/** The number of the last step of a draw; 0 if there is none. */
export const findLastStep = async (tx: Tx, drawId: number): Promise<number> => {
  const { last } = await tx
    .selectFrom('draw_step')
    .select(({ fn }) => fn.max('no').as('last'))
    .where('draw_id', '=', drawId)
    .executeTakeFirstOrThrow();
  return last ?? 0;
};

/**
 * Records changes of a result as its next step, in the transaction that makes them. Throws if the result is released.
 * Locks the draw, so that steps are recorded one after the other. Who applies or reviews in the cycle changes none.
 */
export const recordStep = async (
  tx: Tx,
  actor: Principal,
  { drawId, kind, changes, reason, undoes, inputs }: NewStep,
): Promise<number> => {
  if (changes.length === 0) throw badRequest('draw.unchanged', '没有变化，不需要保存');
  const stored = await tx
    .selectFrom('draw')
    .selectAll()
    .where('id', '=', drawId)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw notFound(entity.noun);
  if (kind !== 'lapse') await refuseConcerned(tx, actor, stored.cycle_id);
  await requireStaffSignature(tx, actor, stored.cycle_id);
  const { suspended_reason: suspendedReason } = await tx
    .selectFrom('cycle')
    .select('suspended_reason')
    .where('id', '=', stored.cycle_id)
    .executeTakeFirstOrThrow();
  const no = (await findLastStep(tx, drawId)) + 1;
  await transition(tx, workflow, {
    id: drawId,
    event: 'adjust',
    who: ['office'],
    actor,
    subjectOf: (draw) => caseOf(draw, { suspendedReason }),
    set: editedBy(actor, stored),
    note: reason,
    detail: { kind, step: no, places: changes.length, reason },
  });
  await tx
    .insertInto('draw_step')
    .values({
      draw_id: drawId,
      no,
      kind,
      undoes: undoes ?? null,
      changes: JSON.stringify(changes),
      inputs: inputs ? JSON.stringify(inputs) : null,
      reason,
      actor_id: actor.userId,
      at: actor.at,
    })
    .execute();
  return no;
};

type ChangedByHand = {
  stored: Selectable<Schema['assignment']>;
  expertId: number;
  parts: PairParts;
  reason: string;
};

/**
 * Records a manual change of an expert as a step of the result. Assignments that no draw made are not part of a result.
 */
export const recordChange = async (
  tx: Tx,
  actor: Principal,
  { stored, expertId, parts, reason }: ChangedByHand,
): Promise<void> => {
  const { draw_id: drawId, project_id: file, slot } = stored;
  if (drawId === null) return;
  const out: SlotHolder = {
    expert: stored.expert_id,
    parts: stored.parts,
    byHand: stored.by_hand,
    isFixed: stored.is_fixed,
  };
  const into: SlotHolder = { expert: expertId, parts, byHand: reason, isFixed: true };
  await recordStep(tx, actor, { drawId, kind: 'change', changes: [{ file, slot, out, in: into }], reason });
};
