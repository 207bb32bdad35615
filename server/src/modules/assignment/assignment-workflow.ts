import { sql, type Selectable } from 'kysely';
import {
  type AssignmentActor,
  type AssignmentCase,
  type AssignmentEvent,
  assignmentMachine,
  type AssignmentState,
  awaitedStates,
  endedStates,
} from '@zhiping/shared/rules/assignment/states.ts';
import { isPast as isOver } from '@zhiping/shared/rules/review-rule/moments.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { Workflow } from '../../platform/workflow/transition.ts';

export type StoredAssignment = Selectable<Schema['assignment']>;

export const NOUN = '评审任务';

export const workflow: Workflow<
  AssignmentState,
  AssignmentEvent,
  AssignmentActor,
  StoredAssignment,
  AssignmentCase
> = {
  machine: assignmentMachine,
  table: 'assignment',
  column: 'state',
  actions: {
    release: 'assignment.released',
    drop: 'assignment.dropped',
    accept: 'assignment.accepted',
    decline: 'assignment.declined',
    recuse: 'assignment.recused',
    begin: 'assignment.begun',
    submit: 'assignment.submitted',
    recall: 'assignment.recalled',
    return: 'assignment.returned',
    extend: 'assignment.extended',
    replace: 'assignment.replaced',
    expire: 'assignment.expired',
    lock: 'assignment.locked',
    exclude: 'assignment.excluded',
  },
  recordOf: ({ id: entityId }) => ({ entity: 'assignment', entityId }),
};

/** The states as literals: a parameter would keep a partial index from being used. */
const literals = (states: readonly AssignmentState[]) => sql.join(states.map((state) => sql.lit(state)));

/** Assignments whose opinion is still to be submitted. */
export const isAwaited = sql<boolean>`assignment.state in (${literals(awaitedStates)})`;

/** Assignments that still hold a place of their project. */
export const holdsPlace = sql<boolean>`assignment.state not in (${literals(endedStates)})`;

/** Assignments whose opinions stand on record: those that hold a place, and those that were taken out of the count. */
export const isOnRecord = sql<boolean>`(${holdsPlace} or assignment.state = 'excluded')`;

/** How the review of a cycle stands, for the guards of its assignments. */
export const findRound = (db: Db, cycleId: number) =>
  db
    .selectFrom('cycle')
    .leftJoin('review_round', 'cycle_id', 'cycle.id')
    .select([
      'cycle.id',
      'name',
      'suspended_reason as suspendedReason',
      'review_closes_at as closesAt',
      'closed_at as closedAt',
      'released_at as releasedAt',
    ])
    .where('cycle.id', '=', cycleId)
    .executeTakeFirstOrThrow();
export type Round = Awaited<ReturnType<typeof findRound>>;

/** Whether the time is over; its last second is included. */
export const isPast = (dueAt: Date | null, at: Date): boolean => dueAt !== null && isOver(dueAt, at);

/** Why saving is not possible any more; null if it is. */
const dueDenial = (dueAt: Date | null, at: Date) =>
  dueAt !== null && isPast(dueAt, at) ? `评审已于 ${formatDateTime(dueAt)} 截止，现在不能修改` : null;

/** Facts that the guards of an assignment check. */
export const caseOf = (
  { suspendedReason, closedAt }: Pick<Round, 'suspendedReason' | 'closedAt'>,
  { due_at, is_counted }: Pick<StoredAssignment, 'due_at' | 'is_counted'>,
  { at, missing = 0, unreadable = 0 }: { at: Date; missing?: number; unreadable?: number },
): AssignmentCase => ({
  suspendedReason,
  isRoundClosed: closedAt !== null,
  dueDenial: dueDenial(due_at, at),
  missing,
  unreadable,
  isOverdue: isPast(due_at, at),
  isCounted: is_counted,
});
