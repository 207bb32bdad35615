import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { drawResultApi, ResultFile, ResultFilter } from '@zhiping/shared/contracts/draw-result.ts';
import type { ChangedSlot } from '@zhiping/shared/rules/draw/changes.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, likePattern } from '../../../platform/database/db.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { whereGiven } from '../../../platform/database/where-given.ts';
import { type Ordering, paginate } from '../../../platform/lists/paginate.ts';
import { isAssigned } from '../../assignment/assignment.policy.ts';
import { holdsPlace } from '../../assignment/assignment-workflow.ts';
import { cycleOfDraw, isFlaggedOfMany, isFlaggedPlace } from '../../assignment/flagged.queries.ts';
import type { StoredDraw } from '../draw-workflow.ts';
import { findStanding, type Standing } from '../standing.queries.ts';
import { findChangedSlots } from './changed-slots.queries.ts';
import { requireReadable } from './open-result.ts';
import { unitName } from '../../school/unit-name.ts';

const filled = (drawId: number) => sql<number>`(select count(*) from assignment
  where assignment.project_id = project.id and assignment.draw_id = ${drawId} and ${holdsPlace})`;

const hasPlace = (drawId: number, where: RawBuilder<boolean>) =>
  sql<boolean>`project.id in (select project_id from assignment
    where assignment.draw_id = ${drawId} and ${holdsPlace} and ${where})`;

const isOneOf = (notes: readonly { file: number }[]) =>
  sql<boolean>`project.id = any(${[...new Set(notes.map(({ file }) => file))]}::bigint[])`;

const nothing: Standing = { replace: [], gone: [], lapsed: [], lifted: [] };

/**
 * Conditions of the filters. Before release a flaw is a violation of the draw's rules; after release only a reason that
 * forbids an assignment to continue.
 */
const isOfKind = (
  drawId: number,
  standing: Standing | null,
  changed: readonly ChangedSlot[],
): Record<ResultFilter, RawBuilder<boolean>> => ({
  short: sql<boolean>`${filled(drawId)} < frozen.need`,
  flagged: standing ? isOneOf(standing.replace) : hasPlace(drawId, isFlaggedOfMany(cycleOfDraw(drawId))),
  gone: isOneOf((standing ?? nothing).gone),
  lapsed: isOneOf((standing ?? nothing).lapsed),
  fixed: hasPlace(drawId, sql<boolean>`assignment.is_fixed`),
  byHand: hasPlace(drawId, sql<boolean>`assignment.by_hand is not null`),
  changed: isOneOf(changed),
});

const ordering = {
  sortable: { no: 'project.no', bagNo: 'project.bag_no' },
  order: [['project.no', 'asc']],
} satisfies Ordering<Schema, 'project'>;

const findResultPlaces = (db: Db, drawId: number, projectIds: readonly number[]) =>
  db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .leftJoin('dept', 'dept.id', 'expert.school_id')
    .select([
      'assignment.id as assignmentId',
      'project_id as projectId',
      'slot',
      'expert_id as expertId',
      'expert.name',
      unitName<string | null>().as('schoolName'),
      'parts',
      'by_hand as byHand',
      'is_fixed as isFixed',
      isFlaggedPlace.as('isFlagged'),
    ])
    .where('draw_id', '=', drawId)
    .where('project_id', 'in', [...projectIds, 0])
    .where(holdsPlace)
    .orderBy('slot')
    .execute();

/** The names of the experts whom the draw gave to changed slots of these projects, by project and slot. */
const findDrawn = async (
  db: Db,
  changed: readonly ChangedSlot[],
  projectIds: readonly number[],
): Promise<Map<string, string>> => {
  const own = changed.flatMap(({ file, slot, drawn }) =>
    drawn !== null && projectIds.includes(file) ? [{ key: `${file}/${slot}`, drawn }] : [],
  );
  const experts = await db
    .selectFrom('expert')
    .select(['id', 'name'])
    .where('id', 'in', [...own.map(({ drawn }) => drawn), 0])
    .execute();
  const names = new Map(experts.map(({ id, name }) => [id, name]));
  return new Map(own.map(({ key, drawn }) => [key, names.get(drawn) ?? '已删除的专家']));
};

/**
 * Details of the projects of one page. They are read after paging: for all pages they would cost more than the rest.
 */
const readFiles = (db: Db, drawId: number, projectIds: readonly number[]) =>
  db
    .selectFrom('project')
    .innerJoin('draw_file as frozen', 'frozen.project_id', 'project.id')
    .innerJoin('dept', 'dept.id', 'project.school_id')
    .select([
      'project.id as projectId',
      sql<string>`coalesce(project.no, '')`.as('no'),
      'project.bag_no as bagNo',
      sql<string>`(select content #>> '{person,name}' from project_snapshot
        where project_snapshot.project_id = project.id order by round desc limit 1)`.as('name'),
      unitName().as('schoolName'),
      sql<string>`coalesce(project.form #>> '{target,subjects,0,fullName}', '')`.as('subject'),
      'frozen.need',
      // Only for the projects of one page, from the stored computation of the draw.
      sql<
        string | null
      >`(select one ->> 'words' from draw_run, jsonb_array_elements(answer -> 'shortages') as one
        where draw_run.draw_id = ${drawId} and kind = 'compute' and one -> 'files' @> to_jsonb(project.id) limit 1)`.as(
        'shortage',
      ),
    ])
    .where('frozen.draw_id', '=', drawId)
    .where('project.id', 'in', [...projectIds, 0])
    .execute();

/** Filters that need the flaws of the result. */
const ofStanding: ReadonlySet<ResultFilter> = new Set(['flagged', 'gone', 'lapsed']);

/** Flaws of assignments, of some projects or of all; null after release. */
const standingIn =
  (db: Db, reader: Principal, draw: Pick<StoredDraw, 'id' | 'state' | 'cycle_id' | 'plan'> | undefined) =>
  async (only?: readonly number[]) =>
    draw?.state === 'drawn' ? findStanding(db, draw, { reader, ...(only && { only }) }) : null;

type Query = z.output<typeof drawResultApi.files.query>;

/** Projects of a draw's result with their present experts. */
export const findResultFiles = async (
  db: Db,
  reader: Principal,
  { id, projectId: only, blurry, kind, ...query }: Query,
): Promise<z.input<typeof drawResultApi.files.result>> => {
  const draw = await db
    .selectFrom('draw')
    .select(['id', 'state', 'cycle_id', 'plan'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (draw) await requireReadable(db, reader, draw, 'result');
  const standingOf = standingIn(db, reader, draw);
  const standing = kind && ofStanding.has(kind) ? await standingOf() : null;
  const changed = await findChangedSlots(db, id);
  const page = await paginate(
    query,
    db
      .selectFrom('project')
      .innerJoin('draw_file as frozen', 'frozen.project_id', 'project.id')
      .select('project.id as projectId')
      .where('frozen.draw_id', '=', id)
      .where(isAssigned(reader))
      .$call(whereGiven(only, (rows, given) => rows.where('project.id', '=', given)))
      .$call(
        whereGiven(blurry, (rows, given) =>
          rows.where(
            sql<boolean>`(project.no ilike ${likePattern(given)} or project.bag_no ilike ${likePattern(given)}
              or exists (select from assignment join expert on expert.id = expert_id
                where assignment.project_id = project.id and draw_id = ${id} and ${holdsPlace}
                  and expert.name ilike ${likePattern(given)}))`,
          ),
        ),
      )
      .$call(whereGiven(kind, (rows, given) => rows.where(isOfKind(id, standing, changed)[given]))),
    ordering,
  );
  const ids = page.content.map(({ projectId }) => projectId);
  const files = new Map((await readFiles(db, id, ids)).map((file) => [file.projectId, file]));
  const found = await findResultPlaces(db, id, ids);
  const byFile = Map.groupBy(found, ({ projectId }) => projectId);
  const drawn = await findDrawn(db, changed, ids);
  const own = await standingOf(ids);
  const flaws = new Map(own?.replace.map(({ assignmentId, reason }) => [assignmentId, reason]));
  const gone = new Set(own?.gone.map(({ file }) => file));
  const lapsed = Map.groupBy(own?.lapsed ?? [], ({ file }) => file);
  return {
    totalElements: page.totalElements,
    content: ids.map((projectId): z.input<typeof ResultFile> => ({
      ...files.get(projectId)!,
      places: (byFile.get(projectId) ?? []).map(({ projectId: _file, isFlagged, ...place }) => ({
        ...place,
        drawn: drawn.get(`${projectId}/${place.slot}`) ?? null,
        flaw: own ? (flaws.get(place.assignmentId) ?? null) : isFlagged ? '须回避或已停用' : null,
      })),
      isGone: gone.has(projectId),
      lapsed: (lapsed.get(projectId) ?? []).map(({ reason }) => reason),
    })),
  };
};
