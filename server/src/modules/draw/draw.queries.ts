import { sql } from 'kysely';
import type { z } from 'zod';
import type { Draw, drawApi } from '@zhiping/shared/contracts/draw.ts';
import type { Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import { eventsFor, findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { abortedAfter } from '@zhiping/shared/rules/draw/aborts.ts';
import { laterText } from '@zhiping/shared/rules/draw/record.ts';
import {
  type DrawCase,
  type DrawEvent,
  drawMachine,
  type DrawState,
  unreadableWords,
} from '@zhiping/shared/rules/draw/states.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, paginate } from '../../platform/lists/paginate.ts';
import { unknownReason } from '../conflict/pending.queries.ts';
import { caseOf, entity, hasAllSchools, sideOf } from './draw-workflow.ts';
import { isConcerned } from '../confirmation/seconds.queries.ts';
import { sha256 } from '../../platform/hash.ts';
import { readNextStep } from '../project/next-step.queries.ts';
import { findChangedSlots } from './result/changed-slots.queries.ts';
import { findLaterSteps } from './result/later.queries.ts';
import { findPoolChanges } from './pool-changes.queries.ts';
import { findRuns } from './run/draw-run.ts';
import { findStanding, flaggedOf } from './standing.queries.ts';
import { findNotReady, findUnreadable } from './unreadable.queries.ts';

const visible = (db: Db, reader: Principal) =>
  db
    .selectFrom('draw')
    .innerJoin('cycle', 'cycle.id', 'draw.cycle_id')
    .select([
      'draw.id',
      'draw.no',
      'draw.cycle_id as cycleId',
      'cycle.name as cycleName',
      'draw.plan',
      'draw.state',
      sql<boolean>`office_commit is not null and (supervisor_commit is not null
        or (draw.plan ->> 'isWitnessed')::boolean is not true)`.as('isCommitted'),
      sql<string | null>`coalesce((select ${actorName()} from sys_user where username = draw.create_by),
        draw.create_by)`.as('createBy'),
      'draw.create_time as createTime',
    ])
    .where(hasAllSchools(reader));

const ordering = {
  sortable: { id: 'draw.id', createTime: 'draw.create_time' },
  order: [['draw.id', 'desc']],
} satisfies Ordering<Schema, 'draw'>;

type Query = z.output<typeof drawApi.list.query>;

/** Draws, newest first. */
export const findDraws = (db: Db, reader: Principal, query: Query) =>
  paginate(
    query,
    visible(db, reader)
      .$call(whereGiven(query.id, (rows, given) => rows.where('draw.id', '=', given)))
      .$call(whereGiven(query.cycleId, (rows, given) => rows.where('draw.cycle_id', '=', given))),
    ordering,
  );

/**
 * Reasons of manual changes may name experts: readers who must not see names only see that a change was made. Those who
 * apply or review in the cycle do not see the note of the release either: beside the projects of others that they see it would
 * reveal their own.
 */
const findSteps = (db: Db, id: number, sees: { reasons: boolean; release: boolean }) =>
  db
    .selectFrom('state_event')
    .leftJoin('sys_user', 'sys_user.id', 'actor_id')
    .select(['event', actorName().as('by'), 'at'])
    .select(
      sql<string | null>`case when case event when 'adjust' then ${sees.reasons}::boolean
      when 'release' then ${sees.release}::boolean else true end then note end`.as('note'),
    )
    .where('entity', '=', 'draw')
    .where('entity_id', '=', id)
    .orderBy('state_event.id')
    .$castTo<{ event: DrawEvent; by: string | null; note: string | null; at: Date }>()
    .execute();

/** The aborted draws of a cycle, in order. */
const findAborted = async (db: Db, cycleId: number) => {
  const rows = await db
    .selectFrom('state_event')
    .innerJoin('draw', 'draw.id', 'entity_id')
    .leftJoin('sys_user', 'sys_user.id', 'actor_id')
    .select([
      'draw.no',
      'draw.plan',
      actorName().as('by'),
      'note',
      'at',
      'from_state as from',
      sql<boolean>`office_secret is not null`.as('office'),
      sql<boolean>`supervisor_secret is not null`.as('supervisor'),
      sql<boolean>`nonce is not null`.as('hasNonce'),
    ])
    .where('entity', '=', 'draw')
    .where('event', '=', 'abort')
    .where('draw.cycle_id', '=', cycleId)
    .orderBy('draw.no')
    .$castTo<{
      no: number;
      plan: Draw['plan'];
      by: string | null;
      note: string | null;
      at: Date;
      from: DrawState;
      office: boolean;
      supervisor: boolean;
      hasNonce: boolean;
    }>()
    .execute();
  return rows.map(({ no, by, at, note, from, plan, office, supervisor, hasNonce }) => ({
    no,
    by,
    at,
    after: abortedAfter({ from, isWitnessed: plan.isWitnessed, hasNonce, opened: { office, supervisor } }),
    reason: note,
  }));
};

/** Number and hash of the changes after a result, without names: all participants may see them. */
const findLater = async (db: Db, id: number, resultHash: string | null) => {
  if (resultHash === null) return null;
  const later = await findLaterSteps(db, id);
  return { count: later.length, hash: sha256(laterText(resultHash, later)) };
};

const nameOf = (column: 'office_by' | 'supervisor_by') =>
  sql<string | null>`(select ${actorName()} from sys_user where sys_user.id = draw.${sql.ref(column)})`;

/** Facts that block the next step of the office, apart from missing numbers. */
const findWaiting = async (
  db: Db,
  reader: Principal,
  draw: { id: number; cycleId: number; plan: Draw['plan']; state: DrawState },
): Promise<Pick<DrawCase, 'flagged' | 'conflicts' | 'unreadable'>> => {
  const isDrawn = draw.state === 'drawn';
  const flagged = isDrawn
    ? flaggedOf(await findStanding(db, { ...draw, cycle_id: draw.cycleId }, { reader }))
    : { places: 0, named: [] };
  const isAsked = isDrawn || draw.state === 'planned';
  const unreadable = isDrawn ? await findUnreadable(db, reader, draw.id) : { projects: 0, named: [] };
  return { flagged, unreadable, conflicts: isAsked ? await unknownReason(db, draw.cycleId) : null };
};

/** Why the office cannot take its next step; null if it can, or if a number is missing. */
const waitsFor = (state: DrawState, isCommitted: boolean, subject: DrawCase): Denial | null => {
  const event = { planned: 'freeze', drawn: 'release' } as const;
  if (!(state in event) || !isCommitted) return null;
  const found = findTransition(drawMachine, state, event[state as keyof typeof event], ['office'], subject);
  return 'denial' in found ? found.denial : null;
};

/** One draw with its steps; numbers that are not open yet are null. */
export const readDraw = async (db: Db, reader: Principal, id: number): Promise<z.input<typeof Draw>> => {
  const found = await visible(db, reader)
    .select([
      'office_commit',
      'office_secret',
      'supervisor_commit',
      'supervisor_secret',
      nameOf('office_by').as('officeBy'),
      nameOf('supervisor_by').as('supervisorBy'),
      'roster_hash as rosterHash',
      'nonce_hash as nonceHash',
      // Shown with the result: before, it would let the side that opens last compute it.
      sql<string | null>`case when result is not null then nonce end`.as('nonce'),
      'seed',
      'result_hash as resultHash',
      'problem',
      'suspended_reason as suspendedReason',
      'counts',
      'outcome',
    ])
    .where('draw.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound(entity.noun);
  const {
    office_commit,
    office_secret,
    supervisor_commit,
    supervisor_secret,
    officeBy,
    supervisorBy,
    suspendedReason,
    ...draw
  } = found;
  const release = !(await isConcerned(db, reader, draw.cycleId));
  const reasons = release && holds(reader, ['review:list']);
  const [steps, aborted, waiting, runs, later, next, notReady, changed, poolChanges] = await Promise.all([
    findSteps(db, id, { reasons, release }),
    findAborted(db, draw.cycleId),
    findWaiting(db, reader, draw),
    findRuns(db, id),
    findLater(db, id, found.resultHash),
    draw.state === 'released' ? readNextStep(db, reader, draw.cycleId) : null,
    findNotReady(db, reader, draw),
    draw.state === 'drawn' ? findChangedSlots(db, id) : [],
    findPoolChanges(db, id),
  ]);
  const side = sideOf(reader);
  const isActor = holds(reader, ['assignment:draw', 'assignment:witness']);
  const subject = caseOf(found, { suspendedReason, side, ...waiting });
  return {
    ...draw,
    office: { commit: office_commit, by: officeBy, secret: office_secret },
    supervisor: { commit: supervisor_commit, by: supervisorBy, secret: supervisor_secret },
    steps,
    aborted,
    later,
    next,
    isChanged: changed.length > 0,
    poolChanges,
    notReady: notReady && notReady.projects > 0 ? unreadableWords(notReady) : null,
    // Assignments to change first are listed in `standing` with the other flaws of the result.
    waits: waitsFor(draw.state, draw.isCommitted, {
      ...subject,
      side: null,
      flagged: { places: 0, named: [] },
    }),
    run: runs.find(({ kind }) => kind === 'compute') ?? null,
    can: isActor ? eventsFor(drawMachine, draw.state, [side, 'pair'], subject) : {},
  };
};
