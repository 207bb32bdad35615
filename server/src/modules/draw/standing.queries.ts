import { sql } from 'kysely';
import type { z } from 'zod';
import type { drawApi } from '@zhiping/shared/contracts/draw.ts';
import type { SelectionExpert, SelectionFile } from '@zhiping/shared/rules/assignment/selection.ts';
import { isHome, whyUnfit, whyUnusable } from '@zhiping/shared/rules/assignment/why-not.ts';
import { DrawPlan } from '@zhiping/shared/rules/draw-plan.ts';
import type { StandingKind } from '@zhiping/shared/rules/draw-states.ts';
import type { TitleLevel } from '@zhiping/shared/rules/review-rules/facts.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import { holdsPlace } from '../assignment/assignment-workflow.ts';
import { entity, isForAll, type StoredDraw } from './draw-workflow.ts';
import { expertsWanted, findExpertsToDraw, findScope, paramsOf } from './roster.queries.ts';

/** Something about one place; `no` is null where the reader may not know of the application. */
export type PlaceNote = { assignmentId: number; file: number; no: string | null; reason: string };

/** What speaks against sending a result out as it is. */
export type Standing = {
  /** Places whose expert has to be replaced first. */
  replace: PlaceNote[];
  /** Places of applications that are no longer in review: they are left out at release. */
  gone: PlaceNote[];
  /** Places that were dropped when the result came, and that nobody has taken since. */
  lapsed: PlaceNote[];
};

/** So many places are named on a page, the others counted. */
const MAX_TOLD = 10;

/** Files in review that have fewer experts by this draw than they need. */
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
    named: named.slice(0, MAX_TOLD),
    more: named.length > MAX_TOLD,
  };
};

type Draw = Pick<StoredDraw, 'id' | 'cycle_id' | 'plan'>;
type Look = { reader: Principal; only?: readonly number[] };

/** Files with places that wait for release, each with all who have it: one row a file, since a province has a hundred thousand places. */
const findFiles = (db: Db, { id }: Draw, { reader, only }: Look) =>
  db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .select([
      'project.id as file',
      sql<string | null>`case when ${isAssigned(reader)} then project.no end`.as('no'),
      sql<boolean>`project.state in ('eligible', 'inExternalReview')`.as('isInReview'),
      'title_series as series',
      'title_level as level',
      'school_id as schoolId',
      sql<FoundPlace[]>`json_agg(json_build_object('id', assignment.id, 'expert', expert_id,
        'isWaiting', draw_id is not distinct from ${id} and assignment.state = 'proposed',
        'isBlocked', exists (select from conflict where effective = 'block' and conflict.project_id = assignment.project_id
          and conflict.expert_id = assignment.expert_id)) order by slot)`.as('places'),
    ])
    .where(holdsPlace)
    .where(
      sql<boolean>`project_id in (select project_id from assignment as own where own.draw_id = ${id} and own.state = 'proposed')`,
    )
    .$if(only !== undefined, (rows) => rows.where(sql<boolean>`project_id = any(${only}::bigint[])`))
    .groupBy('project.id')
    .orderBy('project.no')
    .execute();
type FoundPlace = { id: number; expert: number; isWaiting: boolean; isBlocked: boolean };
type FoundFile = Awaited<ReturnType<typeof findFiles>>[number];

/** What the result says was dropped as it came. */
const findLapsed = async (db: Db, { id }: Draw, { reader, only }: Look): Promise<PlaceNote[]> => {
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .select([
      'assignment.id as assignmentId',
      'project_id as file',
      sql<string | null>`case when ${isAssigned(reader)} then project.no end`.as('no'),
      // Whoever drops a place later gives a reason of his own, which may name people: only these are told to all.
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
        and next.slot = assignment.slot and next.state not in ('declined', 'recused', 'expired', 'replaced', 'dropped'))`,
    )
    .$if(only !== undefined, (query) => query.where(sql<boolean>`project_id = any(${only}::bigint[])`))
    .orderBy('project.no')
    .orderBy('assignment.slot')
    .execute();
  return rows;
};

/** Schools and provinces of all who have a file, as they are by now: schools merge, and experts change them. */
const createGroupDenial = (
  { limits }: ReturnType<typeof paramsOf>,
  { wanted, file, holders }: { wanted: number; file: SelectionFile; holders: readonly SelectionExpert[] },
) => {
  const most = limits.oneOfASchool?.most ?? Infinity;
  const schools = Map.groupBy(holders, ({ schoolId }) => schoolId);
  const least = limits.otherProvinces?.least ?? 0;
  const home = holders.filter((expert) => isHome(file, expert)).length;
  const isTooNear = home > Math.max(0, Math.max(wanted, holders.length) - least);
  return (expert: SelectionExpert): string | null => {
    const { schoolId } = expert;
    const own = schoolId === null ? 0 : (schools.get(schoolId)?.length ?? 0);
    if (own > most) return `同一学校的专家有 ${own} 人，最多 ${most} 人`;
    return isTooNear && isHome(file, expert) ? `外省专家至少 ${least} 人` : null;
  };
};

/**
 * What speaks at this moment against the places of a result that waits for release, by the rules that it was solved by: experts are away, leave,
 * change schools and get conflicts after a roster was frozen. `only` are files.
 */
export const findStanding = async (db: Db, draw: Draw, look: Look): Promise<Standing> => {
  const files = await findFiles(db, draw, look);
  const lapsed = await findLapsed(db, draw, look);
  const gone = files
    .filter(({ isInReview }) => !isInReview)
    .flatMap(({ file, no, places }) =>
      places
        .filter(({ isWaiting }) => isWaiting)
        .map(({ id }) => ({ assignmentId: id, file, no, reason: '申报已不在送审范围' })),
    );
  const staying = files.filter(({ isInReview }) => isInReview);
  if (staying.length === 0) return { replace: [], gone, lapsed };
  const scope = await findScope(db, draw.cycle_id);
  const day = dayOf(look.reader.at);
  const ids = [...new Set(staying.flatMap(({ places }) => places.map(({ expert }) => expert)))];
  const experts = new Map(
    (await findExpertsToDraw(db, scope, day, ids)).map((expert) => [Number(expert.id), expert]),
  );
  const params = { ...paramsOf(DrawPlan.parse(draw.plan), { rules: scope.rules, day }), seed: '' };
  // The place itself is one of his.
  const unusable = new Map(
    [...experts].map(([id, expert]) => [
      id,
      whyUnusable({ ...expert, openLoad: expert.openLoad - 1 }, params)?.words ?? null,
    ]),
  );
  const wanted = expertsWanted(scope.rules);
  const fileOf = ({ file, series, level, schoolId }: FoundFile): SelectionFile => {
    const school = scope.register.institutionOf(schoolId).id;
    return {
      id: file,
      subjects: [],
      series,
      // Nobody is eligible without a level.
      level: level as TitleLevel,
      schoolId: school,
      province: scope.provinces.get(school) ?? null,
      need: 0,
    };
  };
  const replace = staying.flatMap((found) => {
    const file = fileOf(found);
    const holders = found.places.flatMap(({ expert }) => experts.get(expert) ?? []);
    const groupDenial = createGroupDenial(params, { wanted, file, holders });
    const reasonFor = ({ expert: id, isBlocked }: FoundPlace): string | null => {
      if (isBlocked) return '须回避';
      const expert = experts.get(id);
      if (!expert) return '不在专家库中';
      return unusable.get(id) ?? whyUnfit(file, expert, params)?.words ?? groupDenial(expert);
    };
    return found.places.flatMap((place): PlaceNote[] => {
      const reason = place.isWaiting ? reasonFor(place) : null;
      return reason === null ? [] : [{ assignmentId: place.id, file: found.file, no: found.no, reason }];
    });
  });
  return { replace, gone, lapsed };
};

/** Those that the reader may know of, each file with each reason once. */
const knownOf = (notes: readonly PlaceNote[]) => [
  ...new Map(
    notes.flatMap(({ no, reason }) => (no === null ? [] : [[`${no} ${reason}`, { no, reason }] as const])),
  ).values(),
];

/** Places of one kind for a page: how many, and the first of those that the reader may know of. */
export const toldOf = (kind: StandingKind, notes: readonly PlaceNote[]) => {
  const known = knownOf(notes);
  return { kind, places: notes.length, named: known.slice(0, MAX_TOLD), more: known.length > MAX_TOLD };
};

/** The same for the guard of the release. */
export const flaggedOf = ({ replace }: Standing) => ({
  places: replace.length,
  named: knownOf(replace).map(({ no, reason }) => `${no}（${reason}）`),
});

type Told = z.input<typeof drawApi.standing.result>;

/** What speaks against sending out the result of a draw, and why the office cannot take the next step yet, for all who are present. */
export const readStanding = async (db: Db, reader: Principal, id: number): Promise<Told> => {
  const draw = await db
    .selectFrom('draw')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select(['draw.id', 'cycle_id', 'draw.plan', 'draw.state', 'suspended_reason as suspendedReason'])
    .where('draw.id', '=', id)
    .where(isForAll(reader))
    .executeTakeFirst();
  if (!draw) throw notFound(entity.noun);
  if (draw.state !== 'drawn') return { groups: [] };
  const standing = await findStanding(db, draw, { reader });
  const groups = (['replace', 'gone', 'lapsed'] as const).map((kind) => toldOf(kind, standing[kind]));
  return { groups: [...groups, await findShort(db, draw, reader)].filter(({ places }) => places > 0) };
};
