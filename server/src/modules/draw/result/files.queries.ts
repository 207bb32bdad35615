import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { drawResultApi, ResultFile, ResultFilter } from '@zhiping/shared/contracts/draw-result.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, likePattern } from '../../../platform/database/db.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { whereGiven } from '../../../platform/database/where-given.ts';
import { type Ordering, paginate } from '../../../platform/lists/paginate.ts';
import { isAssigned } from '../../assignment/assignment.policy.ts';
import { holdsPlace } from '../../assignment/assignment-workflow.ts';
import { isFlaggedPlace } from '../../assignment/flagged.queries.ts';

/** Files of the roster with the places that the draw was to fill, once for a page. */
const frozenFiles = (drawId: number) => sql<{ id: number; need: number }>`(
  select (file ->> 'id')::bigint as id, (file ->> 'need')::integer as need
  from draw, jsonb_array_elements(roster::jsonb -> 'files') as file where draw.id = ${drawId})`;

const placesOf = (drawId: number, where: RawBuilder<boolean>) =>
  sql<number>`(select count(*) from assignment where assignment.project_id = project.id
    and assignment.draw_id = ${drawId} and ${holdsPlace} and ${where})`;

const isOfKind = (drawId: number): Record<ResultFilter, RawBuilder<boolean>> => ({
  short: sql<boolean>`${placesOf(drawId, sql<boolean>`true`)} < frozen.need`,
  flagged: sql<boolean>`${placesOf(drawId, isFlaggedPlace)} > 0`,
  fixed: sql<boolean>`${placesOf(drawId, sql<boolean>`assignment.is_fixed`)} > 0`,
  byHand: sql<boolean>`${placesOf(drawId, sql<boolean>`assignment.by_hand is not null`)} > 0`,
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
      'dept.name as schoolName',
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

type Query = z.output<typeof drawResultApi.files.query>;

/** Files of a draw's result with the experts that they have now. */
export const findResultFiles = async (
  db: Db,
  reader: Principal,
  { id, blurry, kind, ...query }: Query,
): Promise<z.input<typeof drawResultApi.files.result>> => {
  const page = await paginate(
    query,
    db
      .selectFrom('project')
      .innerJoin(frozenFiles(id).as<'frozen'>('frozen'), 'frozen.id', 'project.id')
      .innerJoin('dept', 'dept.id', 'project.school_id')
      .select([
        'project.id as projectId',
        sql<string>`coalesce(project.no, '')`.as('no'),
        'project.bag_no as bagNo',
        sql<string>`(select content #>> '{person,name}' from project_snapshot
          where project_snapshot.project_id = project.id order by round desc limit 1)`.as('name'),
        'dept.name as schoolName',
        sql<string>`coalesce(project.form #>> '{target,subjects,0,fullName}', '')`.as('subject'),
        'frozen.need',
      ])
      .where(isAssigned(reader))
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
      .$call(whereGiven(kind, (rows, given) => rows.where(isOfKind(id)[given]))),
    ordering,
  );
  const found = await findResultPlaces(
    db,
    id,
    page.content.map((file) => file.projectId),
  );
  const byFile = Map.groupBy(found, ({ projectId }) => projectId);
  return {
    totalElements: page.totalElements,
    content: page.content.map((file): z.input<typeof ResultFile> => ({
      ...file,
      places: (byFile.get(file.projectId) ?? []).map(({ projectId: _file, ...place }) => place),
    })),
  };
};
