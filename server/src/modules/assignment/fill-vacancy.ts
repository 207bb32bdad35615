import { sql } from 'kysely';
import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import type { DrawResult } from '@zhiping/shared/rules/draw/record.ts';
import { dayAfter, endOfDay } from '@zhiping/shared/rules/holiday/working-days.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { dayOf } from '../../platform/clock.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Writing } from '../../platform/outbox/write-to.ts';
import type { Round, StoredAssignment } from './assignment-workflow.ts';
import { type CandidatesOfProject, candidatesOfProject } from './candidates-of-project.ts';
import { inviteExpert } from './invite.ts';
import { findBlockNow } from '../conflict/judge-kept.ts';
import { reserveExpert } from './reserve-expert.ts';

/** Successors of a project in the record of the draw. */
const findReserves = async (
  tx: Tx,
  { draw_id, project_id }: StoredAssignment,
): Promise<readonly number[]> => {
  if (draw_id === null) return [];
  // Only a draw by lot names reserves; the records of others are megabytes in which there are none.
  const drawn = await tx
    .selectFrom('draw')
    .select('result')
    .where('id', '=', draw_id)
    .where(sql<boolean>`plan ->> 'mode' = 'draw'`)
    .executeTakeFirst();
  const { reserves } = JSON.parse(drawn?.result ?? '{"reserves":[]}') as Pick<DrawResult, 'reserves'>;
  return reserves.find(({ file }) => file === project_id)?.experts ?? [];
};

type Chosen = { cycleId: number; projectId: number; at: Date };

/**
 * The first reserve who may still review the project, otherwise the best allowed expert; locked. Experts who reached
 * their limit meanwhile are skipped, and those whom facts rule out that are not computed yet: they are invited at once.
 */
export const chooseExpert = async (
  tx: Tx,
  { allowed }: CandidatesOfProject,
  { cycleId, projectId, at, reserves = [] }: Chosen & { reserves?: readonly number[] },
) => {
  const first = reserves.flatMap((id) => allowed.find(({ expert }) => expert.id === id) ?? []);
  for (const one of new Set([...first, ...allowed])) {
    const expertId = Number(one.expert.id);
    if ((await findBlockNow(tx, { cycleId, at }, { file: projectId, expert: expertId })) !== null) continue;
    if (await reserveExpert(tx, { cycleId, expertId, most: one.most })) return { expertId, parts: one.parts };
  }
  return null;
};

/** Minimum number of days for an expert who starts late. */
const LEAST_DAYS = 7;

/** Due date of experts who start now: the end of the review, or so many days from now if that is later. */
export const dueFor = (closesAt: Date | null, at: Date, leastDays = LEAST_DAYS): Date | null => {
  if (closesAt === null) return null;
  const least = endOfDay(dayAfter(dayOf(at), leastDays));
  return closesAt > least ? closesAt : least;
};

type Place = {
  cycleId: number;
  projectId: number;
  slot: number;
  drawId: number | null;
  /** The replaced assignment; null for a new place. */
  replaces: number | null;
  isReleased: boolean;
};
type Taken = { expertId: number; parts: PairParts; reason: string | null };

/** The place of an assignment, for a successor. */
export const placeOf = (task: StoredAssignment): Place => ({
  cycleId: task.cycle_id,
  projectId: task.project_id,
  slot: task.slot,
  drawId: task.draw_id,
  replaces: task.id,
  isReleased: task.released_at !== null,
});

/**
 * Gives a free place to an expert. If the project is already released, the expert is invited at once, with the
 * remaining time.
 */
export const takePlace = async (
  deps: Writing,
  tx: Tx,
  actor: Principal,
  { place, round, expertId, parts, reason }: { place: Place; round: Round } & Taken,
): Promise<{ id: number }> => {
  const { isReleased } = place;
  const dueAt = dueFor(round.closesAt, actor.at);
  const ownDueAt = isReleased && dueAt?.getTime() !== round.closesAt?.getTime() ? dueAt : null;
  const created = await tx
    .insertInto('assignment')
    .values({
      cycle_id: place.cycleId,
      project_id: place.projectId,
      expert_id: expertId,
      draw_id: place.drawId,
      slot: place.slot,
      state: isReleased ? 'released' : 'proposed',
      parts: JSON.stringify(parts),
      by_hand: reason,
      // A manual choice before release stays when the rest is solved again.
      is_fixed: !isReleased && reason !== null,
      replaces_id: place.replaces,
      released_at: isReleased ? actor.at : null,
      due_at: isReleased ? dueAt : null,
      own_due_at: ownDueAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(tx, {
    actorId: actor.userId,
    action: 'assignment.placed',
    entity: 'assignment',
    entityId: created.id,
    detail: {
      to: isReleased ? 'released' : 'proposed',
      project: place.projectId,
      expert: expertId,
      replaces: place.replaces,
      reason,
      ...(ownDueAt && { dueAt: formatDateTime(ownDueAt) }),
      row: { draw: place.drawId, byHand: reason },
    },
  });
  if (isReleased) await inviteExpert(deps, tx, { expertId, count: 1, dueAt, at: actor.at });
  return created;
};

/**
 * Fills the place of a replaced expert: by the record of the draw, otherwise by the best allowed expert. Null if there
 * is none.
 */
export const fillVacancy = async (
  deps: Writing,
  tx: Tx,
  actor: Principal,
  { task, round }: { task: StoredAssignment; round: Round },
): Promise<{ id: number } | null> => {
  // Two places of one project are filled one after the other, so that no expert gets both.
  await tx.selectFrom('project').select('id').where('id', '=', task.project_id).forUpdate().execute();
  const found = await candidatesOfProject(tx, {
    cycleId: task.cycle_id,
    projectId: task.project_id,
    at: actor.at,
    isByHand: false,
  });
  const next = await chooseExpert(tx, found, {
    cycleId: task.cycle_id,
    projectId: task.project_id,
    at: actor.at,
    reserves: await findReserves(tx, task),
  });
  return next && takePlace(deps, tx, actor, { place: placeOf(task), round, ...next, reason: null });
};
