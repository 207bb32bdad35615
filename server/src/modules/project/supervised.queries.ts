import { sql } from 'kysely';
import type { z } from 'zod';
import type { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { type Ordering, paginate } from '../../platform/lists/paginate.ts';
import { isSupervised } from './project.policy.ts';

/** By number only: another order would reveal hidden fields. */
const ordering = {
  sortable: { no: 'project.no' },
  order: [['project.no', 'asc']],
} satisfies Ordering<Schema, 'project'>;

/** Numbers and states of the projects that the reader supervises. */
export const findSupervised = async (
  db: Db,
  reader: Principal,
  query: z.output<typeof projectListApi.supervised.query>,
) => {
  const { content, totalElements } = await paginate(
    query,
    db
      .selectFrom('project')
      .innerJoin('cycle', 'cycle.id', 'cycle_id')
      .select(['no', 'cycle_id as cycleId', 'cycle.name as cycleName', 'project.state'])
      .where(isSupervised(reader))
      .$call(whereGiven(query.cycleId, (rows, given) => rows.where('cycle_id', '=', given)))
      .$call(whereGiven(query.state, (rows, given) => rows.where('project.state', '=', given)))
      .$call(whereGiven(query.no, (rows, given) => rows.where(sql<boolean>`starts_with(no, ${given})`))),
    ordering,
  );
  return {
    content: content.map((row) => ({ view: 'supervisor' as const, ...row, no: row.no! })),
    totalElements,
  };
};
