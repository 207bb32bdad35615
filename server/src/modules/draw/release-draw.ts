import { sql } from 'kysely';
import type { z } from 'zod';
import type { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawMachine, namedWords } from '@zhiping/shared/rules/draw/states.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Deps } from '../../deps.ts';
import { actorNameOf } from '../../platform/auth/actor-name.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { badRequest, denied, fieldError } from '../../platform/errors.ts';
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
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { unknownReason } from '../conflict/pending.queries.ts';
import { areOnePerson } from '../person/own-case.ts';
import { notifyNextStep } from '../project/notify-next-step.ts';
import { startExternalReview } from '../project/external-review.ts';
import { caseOf, entity, hasAllSchools, type StoredDraw, workflow } from './draw-workflow.ts';
import { lockDraw } from './plan-draw.ts';
import { findChangedSlots } from './result/changed-slots.queries.ts';
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

/** The request of a release that two persons made, and its words for the record. */
type ByTwo = { confirmation: number; words: string };

/**
 * The record of the release: assignments left out, who released what was changed by hand, and how many pairs have a
 * conflict that two persons lifted. Conflicts name pairs, so the number of a project would reveal that its pair was
 * assigned, also to its applicant.
 */
const recordOf = ({ gone, lifted }: Standing, byTwo: ByTwo | null) => {
  const notes = [
    ...(byTwo ? [byTwo.words] : []),
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
      ...(byTwo && { confirmation: byTwo.confirmation }),
      ...(gone.length > 0 && { left: idsOf(gone) }),
      ...(lifted.length > 0 && { lifted: idsOf(lifted) }),
    },
  };
};

/** A locked result with the facts that its release depends on. */
const findReleasable = async (tx: Tx, reader: Principal, stored: StoredDraw) => {
  const { id, cycle_id: cycleId } = stored;
  const round = await findRound(tx, cycleId);
  await lockFiles(tx, id);
  const standing = await findStanding(tx, stored, { reader });
  const facts = {
    suspendedReason: round.suspendedReason,
    flagged: flaggedOf(standing),
    // Otherwise a conflict could be found only after the expert has the project.
    conflicts: await unknownReason(tx, cycleId),
    unreadable: await findUnreadable(tx, reader, id),
  };
  return { stored, round, standing, facts };
};
type Releasable = Awaited<ReturnType<typeof findReleasable>>;

type Released = NonNullable<z.input<typeof drawApi.release.result>['released']>;

/** Releases a result: experts see their assignments and are invited once each, and the projects enter review. */
const release = async (
  deps: Deps,
  tx: Tx,
  actor: Principal,
  { stored, round, standing, facts, byTwo = null }: Releasable & { byTwo?: ByTwo | null },
): Promise<Released> => {
  const { id } = stored;
  const { gone } = standing;
  await transition(tx, workflow, {
    id,
    event: 'release',
    who: ['office'],
    actor,
    subjectOf: (draw) => caseOf(draw, facts),
    work: () => dropGone(tx, actor, { stored, round, gone }),
    set: editedBy(actor, stored),
    ...recordOf(standing, byTwo),
  });
  const proposed = await findProposed(tx, id);
  // Nothing is due sooner than a day after its expert learns of it.
  const dueAt = dueFor(round.closesAt, actor.at, 1);
  const ownDueAt = dueAt?.getTime() === round.closesAt?.getTime() ? null : dueAt;
  await transitionMany(tx, assignments, {
    ids: proposed.map((one) => one.id),
    event: 'release',
    who: ['office'],
    actor,
    subject: assignmentCase(round, { due_at: round.closesAt, is_counted: false }, { at: actor.at }),
    set: {
      released_at: actor.at,
      due_at: dueAt,
      own_due_at: ownDueAt,
      update_time: actor.at,
    },
    detail: { draw: id, ...(ownDueAt && { dueAt: formatDateTime(ownDueAt) }) },
  });
  await startExternalReview(tx, actor, {
    ids: [...new Set(proposed.map((one) => one.project_id))],
    suspendedReason: round.suspendedReason,
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
};

const nameOf = (tx: Tx, { cycle_id }: StoredDraw) =>
  tx.selectFrom('cycle').select('name').where('id', '=', cycle_id).executeTakeFirstOrThrow();

type Asked = z.output<typeof drawApi.release.body> & { id: number };

/**
 * Releases a result, or asks a second person to where it was changed by hand: otherwise one person could choose
 * the experts. All or nothing.
 */
export const releaseDraw = (
  deps: Deps,
  actor: Principal,
  { id, reason }: Asked,
): Promise<z.input<typeof drawApi.release.result>> =>
  explainPlace(
    inTransaction(deps.db, async (tx) => {
      const { stored } = await lockDraw(tx, actor, id);
      const found = await findReleasable(tx, actor, stored);
      const changed = stored.state === 'drawn' ? (await findChangedSlots(tx, id)).length : 0;
      if (changed === 0) return { confirmationId: null, released: await release(deps, tx, actor, found) };
      const step = findTransition(drawMachine, 'drawn', 'release', ['office'], caseOf(stored, found.facts));
      if ('denial' in step) throw denied(step.denial);
      if (!reason) throw fieldError('draw.reason', 'reason', '请输入调整的原因');
      const { name } = await nameOf(tx, stored);
      const asked = await askConfirmation(tx, actor, {
        act: 'releaseDraw',
        object: { table: 'draw', id, version: stored.version },
        cycleId: stored.cycle_id,
        input: { changed },
        summary: `发布「${name}」第 ${stored.no} 次抽取的结果，其中 ${changed} 处与抽取产生的专家不同`,
        link: `/review/draw?id=${id}`,
        reason,
      });
      return { confirmationId: asked.id, released: null };
    }),
  );

/** Whether the actor changed a result, by whichever account: own changes take a second person. */
const hasChangedResult = async (tx: Tx, { userId }: Principal, drawId: number): Promise<boolean> => {
  const { rows } = await sql`select from (select distinct actor_id from draw_step
      where draw_id = ${drawId} and kind <> 'lapse' and actor_id is not null) as changer
    where ${areOnePerson(sql`actor_id`, sql`${userId}::bigint`)} limit 1`.execute(tx);
  return rows.length > 0;
};

/** Releases it once it is confirmed. */
export const releaseConfirmed =
  (deps: Deps): PerformAct =>
  async (tx, second, { id: confirmation, object_id, asked_name, input }) => {
    const stored = await lockRow(tx, entity, { id: object_id }, () => hasAllSchools(second));
    if (await hasChangedResult(tx, second, object_id))
      throw badRequest('draw.own_change', '结果由您调整过，请由其他人员复核');
    const words = `${Number(input['changed'])} 处经人工调整，${asked_name}提出、${actorNameOf(second.view.user)}复核`;
    const found = await findReleasable(tx, second, stored);
    await explainPlace(release(deps, tx, second, { ...found, byTwo: { confirmation, words } }));
  };
