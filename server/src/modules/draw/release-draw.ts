import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { transition, transitionMany } from '../../platform/workflow/transition.ts';
import {
  caseOf as assignmentCase,
  findRound,
  type Round,
  workflow as assignments,
} from '../assignment/assignment-workflow.ts';
import { explainPlace } from '../assignment/explain-place.ts';
import { countFlagged } from '../assignment/flagged.queries.ts';
import { inviteExpert } from '../assignment/invite.ts';
import { refusePending } from '../conflict/pending.queries.ts';
import { sendOut } from '../project/send-out.ts';
import { caseOf, workflow } from './draw-workflow.ts';
import { lockDraw } from './plan-draw.ts';

const findProposed = (tx: Tx, drawId: number) =>
  tx
    .selectFrom('assignment')
    .select(['id', 'project_id', 'expert_id'])
    .where('draw_id', '=', drawId)
    .where('state', '=', 'proposed')
    .orderBy('id')
    .execute();

/** Applications that went back or were given up since are not sent out. */
const dropGone = async (tx: Tx, actor: Principal, drawId: number, round: Round) => {
  const gone = await tx
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .select('assignment.id')
    .where('draw_id', '=', drawId)
    .where('assignment.state', '=', 'proposed')
    .where('project.state', 'not in', ['eligible', 'inExternalReview'])
    .execute();
  await transitionMany(tx, assignments, {
    ids: gone.map(({ id }) => id),
    event: 'drop',
    who: ['office'],
    actor,
    subject: assignmentCase(round, { due_at: round.closesAt }, { at: actor.at }),
    set: { ended_reason: '申报已不在送审范围', update_time: actor.at },
  });
};

/**
 * Send out what a draw came to: experts see their files and are invited, once each, and the applications are in review. All of it
 * or nothing.
 */
export const releaseDraw = (deps: Deps, actor: Principal, id: number): Promise<void> =>
  explainPlace(
    inTransaction(deps.db, async (tx) => {
      const { stored, suspendedReason } = await lockDraw(tx, actor, id);
      const round = await findRound(tx, stored.cycle_id);
      await dropGone(tx, actor, id, round);
      const flagged = await countFlagged(tx, id);
      await transition(tx, workflow, {
        id,
        event: 'release',
        who: ['office'],
        actor,
        subjectOf: (draw) => caseOf(draw, { suspendedReason, flagged }),
        // A conflict that is still computed would flag a place only after its expert had the file.
        work: () => refusePending(tx, { cycleId: stored.cycle_id, todo: '发布' }),
        set: editedBy(actor, stored),
      });
      const proposed = await findProposed(tx, id);
      await transitionMany(tx, assignments, {
        ids: proposed.map((one) => one.id),
        event: 'release',
        who: ['office'],
        actor,
        subject: assignmentCase(round, { due_at: round.closesAt }, { at: actor.at }),
        set: { released_at: actor.at, due_at: round.closesAt, update_time: actor.at },
        detail: { draw: id },
      });
      await sendOut(tx, actor, {
        ids: [...new Set(proposed.map((one) => one.project_id))],
        suspendedReason,
      });
      const byExpert = Map.groupBy(proposed, (one) => one.expert_id);
      for (const [expertId, own] of byExpert)
        await inviteExpert(deps, tx, { expertId, count: own.length, dueAt: round.closesAt, at: actor.at });
    }),
  );
