import { sql } from 'kysely';
import type { z } from 'zod';
import type { AssignedFile } from '@zhiping/shared/contracts/assignment.ts';
import type { MaterialProblem } from '@zhiping/shared/contracts/review.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';

type Report = z.input<typeof AssignedFile>['reports'][number];

/** Whether something that was reported of the materials of a file waits for an answer. Few are open at a time: they are read once for all files. */
export const isReported = sql<boolean>`project.id in (select project_id from material_report where answered_at is null)`;

/**
 * Reports of experts about the materials of these projects, open ones first. Without the expert; with the day only,
 * since the minute may stand beside a name elsewhere.
 */
export const findReports = async (
  db: Db,
  reader: Principal,
  projectIds: readonly number[],
): Promise<Map<number, Report[]>> => {
  if (!holds(reader, ['assignment:release'])) return new Map();
  const rows = await db
    .selectFrom('material_report')
    .innerJoin('project_material', 'project_material.id', 'material_id')
    .leftJoin('sys_user', 'sys_user.id', 'answered_by')
    .select([
      'material_report.id',
      'material_report.project_id',
      'material_id as materialId',
      'project_material.name',
      'problem',
      'note',
      'material_report.create_time',
      'answer',
      'answered_at',
      actorName().as('answeredBy'),
    ])
    .where('material_report.project_id', 'in', [...projectIds, 0])
    .orderBy(sql`answered_at is not null`)
    .orderBy(sql`(material_report.create_time at time zone 'Asia/Shanghai')::date`, 'desc')
    .orderBy('material_report.id')
    .execute();
  const shown = rows.map(({ project_id: projectId, create_time, answered_at, problem, ...row }) => ({
    projectId,
    report: {
      ...row,
      problem: problem as MaterialProblem,
      on: dayOf(create_time),
      answeredOn: answered_at && dayOf(answered_at),
    },
  }));
  return new Map(
    [...Map.groupBy(shown, ({ projectId }) => projectId)].map(([id, of]) => [
      id,
      of.map(({ report }) => report),
    ]),
  );
};
