import type { z } from 'zod';
import type { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { namedWords } from '@zhiping/shared/rules/draw/states.ts';
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
import { dueFor } from '../assignment/fill-vacancy.ts';
import { inviteExpert } from '../assignment/invite.ts';
import { unknownReason } from '../conflict/pending.queries.ts';
import { notifyNextStep } from '../project/notify-next-step.ts';
import { startExternalReview } from '../project/external-review.ts';
import { caseOf, type StoredDraw, workflow } from './draw-workflow.ts';
import { lockDraw } from './plan-draw.ts';
import { findPlaces } from './result/places.queries.ts';
import { insertLapse } from './result/lapse.ts';
import { findUnreadable } from './unreadable.queries.ts';
import { findStanding, flaggedOf, type PlaceNote, sentenceOf, type Standing } from './standing.queries.ts';

const findProposed = (tx: Tx, drawId: number) =>
  tx
    .selectFrom('assignment')
    .select(['id', 'project_id', 'expert_id'])
    .where('draw_id', '=', drawId)
    .where('state', '=', 'proposed')
    .orderBy('id')
    .execute();

/** Locks the projects, so that they are not returned while their experts are invited. */
const lockFiles = (tx: Tx, drawId: number) =>
  tx
    .selectFrom('project')
    .select('id')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('assignment')
        .select('project_id')
        .where('draw_id', '=', drawId)
        .where('state', '=', 'proposed'),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

const GONE = '申报已不在送审范围';

type Left = { stored: StoredDraw; round: Round; gone: readonly PlaceNote[] };

/**
 * Drops the assignments of projects that were returned or withdrawn meanwhile, and records this as a step of the
 * result.
 */
const dropGone = async (tx: Tx, actor: Principal, { stored, round, gone }: Left) => {
  if (gone.length === 0) return;
  const ids = new Set(gone.map(({ assignmentId }) => assignmentId));
  const places = (await findPlaces(tx, stored.id)).filter(({ id }) => ids.has(id));
  await insertLapse(tx, { drawId: stored.id, places, reason: GONE, actorId: actor.userId, at: actor.at });
  await transitionMany(tx, assignments, {
    ids: [...ids],
    event: 'drop',
    who: ['office'],
    actor,
    subject: assignmentCase(round, { due_at: round.closesAt, is_counted: false }, { at: actor.at }),
    set: { ended_reason: GONE, update_time: actor.at },
    detail: { draw: stored.id, reason: GONE },
  });
};

const numbersOf = (notes: readonly PlaceNote[]) => ({
  places: notes.length,
  named: [...new Set(notes.flatMap(({ no }) => no ?? []))],
});

/**
 * The record of the release: assignments left out, and how many pairs have a conflict that two persons lifted.
 * Conflicts name pairs, so the number of a project would reveal that its pair was assigned, also to its applicant.
 */
const recordOf = ({ gone, lifted }: Standing) => {
  const notes = [
    ...(gone.length > 0 ? [`${gone.length} 处没有发出，${GONE}：${namedWords(numbersOf(gone))}`] : []),
    ...(lifted.length > 0
      ? [
          `${lifted.length} 处解除过回避：${lifted
            .map(({ reason }) => reason)
            .toSorted()
            .join('；')}`,
        ]
      : []),
  ];
  if (notes.length === 0) return {};
  const idsOf = (places: readonly PlaceNote[]) => places.map(({ assignmentId }) => assignmentId);
  return {
    note: notes.join('；'),
    detail: {
      ...(gone.length > 0 && { left: idsOf(gone) }),
      ...(lifted.length > 0 && { lifted: idsOf(lifted) }),
    },
  };
};

type Released = z.input<typeof drawApi.release.result>;

/**
 * Releases a result: experts see their assignments and are invited once each, and the projects enter review. All or
 * nothing. Returns what was left out.
 */
export const releaseDraw = (deps: Deps, actor: Principal, id: number): Promise<Released> =>
  explainPlace(
    inTransaction(deps.db, async (tx) => {
      const { stored, suspendedReason } = await lockDraw(tx, actor, id);
      const round = await findRound(tx, stored.cycle_id);
      await lockFiles(tx, id);
      const standing = await findStanding(tx, stored, { reader: actor });
      // Otherwise a conflict could be found only after the expert has the project.
      const conflicts = await unknownReason(tx, stored.cycle_id);
      const unreadable = await findUnreadable(tx, actor, id);
      const { gone } = standing;
      await transition(tx, workflow, {
        id,
        event: 'release',
        who: ['office'],
        actor,
        subjectOf: (draw) =>
          caseOf(draw, { suspendedReason, flagged: flaggedOf(standing), conflicts, unreadable }),
        work: () => dropGone(tx, actor, { stored, round, gone }),
        set: editedBy(actor, stored),
        ...recordOf(standing),
      });
      const proposed = await findProposed(tx, id);
      // Nothing is due sooner than a day after its expert learns of it.
      const dueAt = dueFor(round.closesAt, actor.at, 1);
      await transitionMany(tx, assignments, {
        ids: proposed.map((one) => one.id),
        event: 'release',
        who: ['office'],
        actor,
        subject: assignmentCase(round, { due_at: round.closesAt, is_counted: false }, { at: actor.at }),
        set: {
          released_at: actor.at,
          due_at: dueAt,
          own_due_at: dueAt?.getTime() === round.closesAt?.getTime() ? null : dueAt,
          update_time: actor.at,
        },
        detail: { draw: id },
      });
      await startExternalReview(tx, actor, {
        ids: [...new Set(proposed.map((one) => one.project_id))],
        suspendedReason,
      });
      // In the order of the experts: that of their assignments would stand in messages and mails beside their names.
      const inOrder = proposed.toSorted((one, other) => one.expert_id - other.expert_id);
      const byExpert = Map.groupBy(inOrder, (one) => one.expert_id);
      for (const [expertId, own] of byExpert)
        await inviteExpert(deps, tx, { expertId, count: own.length, dueAt, at: actor.at });
      await notifyNextStep(tx, {
        cycleId: stored.cycle_id,
        news: '抽取结果已发布',
        actorId: actor.userId,
        now: actor.at,
      });
      return { sent: proposed.length, experts: byExpert.size, left: sentenceOf('gone', gone) };
    }),
  );
