import { drawMachine } from '@zhiping/shared/rules/draw/states.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { denied } from '../../platform/errors.ts';
import { transition, transitionMany } from '../../platform/workflow/transition.ts';
import { caseOf as assignmentCase, workflow as assignments } from '../assignment/assignment-workflow.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { caseOf, entity, hasAllSchools, sideOf, type StoredDraw, workflow } from './draw-workflow.ts';
import { lockDraw } from './plan-draw.ts';

type Abort = { reason: string; who: 'office' | 'supervisor' | 'pair'; confirmation?: number };

/** Aborts a draw. A result loses its effect; the record of the draw stays. */
const abort = async (tx: Tx, actor: Principal, stored: StoredDraw, { reason, who, confirmation }: Abort) => {
  const { id } = stored;
  await transition(tx, workflow, {
    id,
    event: 'abort',
    who: [who],
    actor,
    subjectOf: (draw) => caseOf(draw, { suspendedReason: null }),
    set: editedBy(actor, stored),
    note: reason,
    detail: { side: sideOf(actor), reason, ...(confirmation !== undefined && { confirmation }) },
  });
  await tx.updateTable('draw_run').set({ is_cancelled: true }).where('draw_id', '=', id).execute();
  const proposed = await tx
    .selectFrom('assignment')
    .select('id')
    .where('draw_id', '=', id)
    .where('state', '=', 'proposed')
    .execute();
  await transitionMany(tx, assignments, {
    ids: proposed.map((one) => one.id),
    event: 'drop',
    who: ['office'],
    actor,
    // An abort drops the assignments in every state of the cycle.
    subject: assignmentCase(
      { suspendedReason: null, closedAt: null },
      { due_at: null, is_counted: false },
      { at: actor.at },
    ),
    set: { ended_reason: `抽取中止：${reason}`, update_time: actor.at },
  });
};

/**
 * Aborts a draw, or asks a second person to: once the roster is frozen one side may know the result that an abort throws
 * away.
 */
export const abortDraw = (
  db: Db,
  actor: Principal,
  { id, reason }: { id: number; reason: string },
): Promise<{ confirmationId: number | null }> =>
  inTransaction(db, async (tx) => {
    const { stored } = await lockDraw(tx, actor, id);
    if (stored.state === 'planned') {
      await abort(tx, actor, stored, { reason, who: sideOf(actor) });
      return { confirmationId: null };
    }
    const found = findTransition(
      drawMachine,
      stored.state,
      'abort',
      ['pair'],
      caseOf(stored, { suspendedReason: null }),
    );
    if ('denial' in found) throw denied(found.denial);
    const { name } = await tx
      .selectFrom('cycle')
      .select('name')
      .where('id', '=', stored.cycle_id)
      .executeTakeFirstOrThrow();
    const asked = await askConfirmation(tx, actor, {
      act: 'abortDraw',
      object: { table: 'draw', id, version: stored.version },
      cycleId: stored.cycle_id,
      input: {},
      summary: `中止「${name}」的第 ${stored.no} 次抽取（${drawMachine.states[stored.state]}）`,
      link: `/review/draw?id=${id}`,
      reason,
    });
    return { confirmationId: asked.id };
  });

/** Aborts it once it is confirmed. */
export const abortConfirmed: PerformAct = async (
  tx,
  second,
  { id: confirmation, object_id, asked_name, reason },
) => {
  const stored = await lockRow(tx, entity, { id: object_id }, () => hasAllSchools(second));
  await abort(tx, second, stored, { reason: `${reason}（${asked_name}提出）`, who: 'pair', confirmation });
};
