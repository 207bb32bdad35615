import { sql } from 'kysely';
import type { z } from 'zod';
import type { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { type ConflictKind, conflictKinds } from '@zhiping/shared/rules/conflict/kinds.ts';
import type { StandingKind } from '@zhiping/shared/rules/draw/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import { holdsPlace } from '../assignment/assignment-workflow.ts';
import { entity, hasAllSchools, type StoredDraw } from './draw-workflow.ts';
import { findChangedSlots } from './result/changed-slots.queries.ts';
import { findFlawedPairs, type FlawedPair } from './flawed-pairs.queries.ts';

/** A note on one assignment; `no` is null if the reader must not know the project. */
export type PlaceNote = { assignmentId: number; file: number; no: string | null; reason: string };

/** Reasons against releasing a result as it is. */
export type Standing = {
  /** Assignments whose expert has to be replaced first. */
  replace: PlaceNote[];
  /** Assignments of projects that are no longer in review: left out at release. */
  gone: PlaceNote[];
  /** Pairs that were dropped when the result was inserted and are still vacant. */
  lapsed: PlaceNote[];
  /** Pairs that two persons allowed although their conflict rules the expert out. */
  lifted: PlaceNote[];
};

/** Maximum number of assignments that a message names; the others are counted. */
const MAX_NAMED = 10;

/** Projects in review with fewer experts by this draw than they need. */
const findShort = async (db: Db, { id }: Pick<StoredDraw, 'id'>, reader: Principal) => {
  const { rows } = await sql<{ no: string | null; missing: number }>`
    select case when ${isAssigned(reader)} then project.no end as no, (need - held)::integer as missing
    from draw_file join project on project.id = draw_file.project_id,
      lateral (select count(*) as held from assignment where assignment.project_id = project.id
        and assignment.draw_id = ${id} and ${holdsPlace}) as own
    where draw_file.draw_id = ${id} and need > held and project.state in ('eligible', 'inExternalReview')
    order by project.no`.execute(db);
  const named = rows.flatMap(({ no, missing }) => (no === null ? [] : [{ no, reason: `缺 ${missing} 人` }]));
  return {
    kind: 'empty' as const,
    places: rows.reduce((sum, { missing }) => sum + missing, 0),
    named: named.slice(0, MAX_NAMED),
    more: named.length > MAX_NAMED,
  };
};

type Draw = Pick<StoredDraw, 'id' | 'cycle_id' | 'plan'>;
type Look = { reader: Principal; only?: readonly number[] };

/** The number of a project if the reader may know it. */
const numberFor = (reader: Principal) =>
  sql<string | null>`case when ${isAssigned(reader)} then project.no end`.as('no');

/** The unreleased assignments of these pairs, by project and slot. */
const findPlacesOf = async (
  db: Db,
  { id }: Draw,
  { reader, flawed }: Pick<Look, 'reader'> & { flawed: readonly FlawedPair[] },
): Promise<PlaceNote[]> => {
  if (flawed.length === 0) return [];
  const places = await db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .select(['assignment.id as assignmentId', 'project_id as file', 'expert_id as expert', numberFor(reader)])
    .where('draw_id', '=', id)
    .where('assignment.state', '=', 'proposed')
    .where(
      sql<boolean>`(project_id, expert_id) in (select * from unnest(${flawed.map(({ file }) => file)}::bigint[],
        ${flawed.map(({ expert }) => expert)}::bigint[]))`,
    )
    .orderBy('project.no')
    .orderBy('assignment.slot')
    .execute();
  const reasons = new Map(flawed.map(({ file, expert, reason }) => [`${file}/${expert}`, reason]));
  return places.map(({ expert, ...place }) => ({
    ...place,
    reason: reasons.get(`${place.file}/${expert}`)!,
  }));
};

/** Assignments of projects that are no longer in review. */
const findGone = async (db: Db, { id }: Draw, { reader, only }: Look): Promise<PlaceNote[]> => {
  const places = await db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .select(['assignment.id as assignmentId', 'project_id as file', numberFor(reader)])
    .where('draw_id', '=', id)
    .where('assignment.state', '=', 'proposed')
    .where('project.state', 'not in', ['eligible', 'inExternalReview'])
    .$if(only !== undefined, (rows) => rows.where(sql<boolean>`project_id = any(${only}::bigint[])`))
    .orderBy('project.no')
    .orderBy('assignment.slot')
    .execute();
  return places.map((place) => ({ ...place, reason: '申报已不在送审范围' }));
};

/** Pairs that were dropped when the result was inserted. */
const findLapsed = async (db: Db, { id }: Draw, { reader, only }: Look): Promise<PlaceNote[]> => {
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .select([
      'assignment.id as assignmentId',
      'project_id as file',
      numberFor(reader),
      // Later manual reasons may name people: only these fixed reasons are shown to all.
      sql<string>`ended_reason`.as('reason'),
    ])
    .where('draw_id', '=', id)
    .where('assignment.state', '=', 'dropped')
    .where('project.state', 'in', ['eligible', 'inExternalReview'])
    .where(
      sql<boolean>`(project_id, assignment.slot, expert_id) in (select (change ->> 'file')::bigint, (change ->> 'slot')::integer,
        (change #>> '{out,expert}')::bigint from draw_step, jsonb_array_elements(changes) as change
        where draw_step.draw_id = ${id} and kind = 'lapse')`,
    )
    .where(
      sql<boolean>`not exists (select from assignment as next where next.project_id = assignment.project_id
        and next.slot = assignment.slot and next.state not in ('declined', 'recused', 'expired', 'replaced', 'dropped',
          'excluded'))`,
    )
    .$if(only !== undefined, (query) => query.where(sql<boolean>`project_id = any(${only}::bigint[])`))
    .orderBy('project.no')
    .orderBy('assignment.slot')
    .execute();
  return rows;
};

/** Conflicts of an assignment that do not rule its expert out: those of now, and those that it kept when it was made. */
const heldConflicts = sql<{ id: number; kind: ConflictKind }>`(
  select id, kind from conflict where (conflict.project_id, conflict.expert_id) = (assignment.project_id, assignment.expert_id)
    and effective is distinct from 'block'
  union
  select (kept ->> 'id')::bigint, kept ->> 'kind' from assignment_basis, jsonb_array_elements(conflicts) as kept
  where assignment_id = assignment.id
    and not exists (select from conflict where conflict.id = (kept ->> 'id')::bigint and effective = 'block'))`.as(
  'held',
);

/** Pairs whose conflict was lifted, with the two persons who did. */
const findLifted = async (db: Db, { id }: Draw, { reader, only }: Look): Promise<PlaceNote[]> => {
  const places = await db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .innerJoinLateral(heldConflicts, (join) => join.onTrue())
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('confirmation')
          .select(['asked_name', 'answered_name'])
          .where('act', '=', 'liftConflict')
          .whereRef('object_id', '=', 'held.id')
          .where('state', '=', 'confirmed')
          .orderBy('id', 'desc')
          .limit(1)
          .as('lift'),
      (join) => join.onTrue(),
    )
    .select([
      'assignment.id as assignmentId',
      'assignment.project_id as file',
      numberFor(reader),
      'held.kind',
      'lift.asked_name as askedBy',
      'lift.answered_name as confirmedBy',
    ])
    .where('draw_id', '=', id)
    .where('assignment.state', '=', 'proposed')
    .$if(only !== undefined, (rows) => rows.where(sql<boolean>`project.id = any(${only}::bigint[])`))
    .orderBy('project.no')
    .orderBy('assignment.slot')
    .execute();
  return places.map(({ kind, askedBy, confirmedBy, ...place }) => ({
    ...place,
    reason: `${conflictKinds[kind]}，${askedBy}提出、${confirmedBy}复核`,
  }));
};

/**
 * Present flaws in the assignments of an unreleased result, by the rules of the draw: after a roster is frozen experts
 * become unavailable, leave, change schools and get conflicts. `only` limits it to some projects.
 */
export const findStanding = async (db: Db, draw: Draw, look: Look): Promise<Standing> => {
  const flawed = await findFlawedPairs(db, draw, { at: look.reader.at, only: look.only });
  return {
    replace: await findPlacesOf(db, draw, { reader: look.reader, flawed }),
    gone: await findGone(db, draw, look),
    lapsed: await findLapsed(db, draw, look),
    lifted: await findLifted(db, draw, look),
  };
};

type Note = Pick<PlaceNote, 'no' | 'reason'>;

/** Slots with another expert than the result gave: their release takes a second person. */
const findChanged = async (db: Db, { id }: Draw, reader: Principal): Promise<Note[]> => {
  const slots = await findChangedSlots(db, id);
  const projects = await db
    .selectFrom('project')
    .select(['id', numberFor(reader)])
    .where(sql<boolean>`id = any(${[...new Set(slots.map(({ file }) => file))]}::bigint[])`)
    .orderBy('no')
    .execute();
  return projects.flatMap(({ id: project, no }) =>
    slots.filter(({ file }) => file === project).map(() => ({ no, reason: '人工调整' })),
  );
};

/** Notes that the reader may know, each project with each reason once. */
const knownOf = (notes: readonly Note[]) => [
  ...new Map(
    notes.flatMap(({ no, reason }) => (no === null ? [] : [[`${no} ${reason}`, { no, reason }] as const])),
  ).values(),
];

/** Assignments of one kind for a page: their number, and the first ones that the reader may know. */
export const sentenceOf = (kind: StandingKind, notes: readonly Note[]) => {
  const known = knownOf(notes);
  return { kind, places: notes.length, named: known.slice(0, MAX_NAMED), more: known.length > MAX_NAMED };
};

/** The flaws in the form that the guard of the release needs. */
export const flaggedOf = ({ replace }: Standing) => ({
  places: replace.length,
  named: knownOf(replace).map(({ no, reason }) => `${no}（${reason}）`),
});

type StandingView = z.input<typeof drawApi.standing.result>;

/**
 * Why the result of a draw cannot be released as it is, and why the office cannot take its next step, for all
 * participants.
 */
export const readStanding = async (db: Db, reader: Principal, id: number): Promise<StandingView> => {
  const draw = await db
    .selectFrom('draw')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select(['draw.id', 'cycle_id', 'draw.plan', 'draw.state', 'suspended_reason as suspendedReason'])
    .where('draw.id', '=', id)
    .where(hasAllSchools(reader))
    .executeTakeFirst();
  if (!draw) throw notFound(entity.noun);
  if (draw.state !== 'drawn') return { groups: [] };
  const standing = await findStanding(db, draw, { reader });
  // These block nothing: one at a project that the reader must not know is not counted.
  const known = <T extends Note>(notes: readonly T[]) => notes.filter(({ no }) => no !== null);
  const shown = {
    ...standing,
    lifted: known(standing.lifted),
    changed: known(await findChanged(db, draw, reader)),
  };
  const groups = (['replace', 'gone', 'lapsed', 'lifted', 'changed'] as const).map((kind) =>
    sentenceOf(kind, shown[kind]),
  );
  return { groups: [...groups, await findShort(db, draw, reader)].filter(({ places }) => places > 0) };
};
