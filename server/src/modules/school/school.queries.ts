import { type Db, likePattern } from '../../platform/db.ts';
import { inDeptScope } from '../../platform/data-scope.ts';
import { type Paging, paginate } from '../../platform/paginate.ts';
import type { Principal } from '../../platform/principal.ts';

export type SchoolQuery = Paging & {
  id?: number;
  pid?: number;
  blurry?: string;
  province?: string;
  level?: string;
  enabled?: boolean;
};

const sortable = {
  id: 'dept.id',
  name: 'dept.name',
  code: 'school.code',
  province: 'school.province',
  level: 'school.level',
  enabled: 'dept.enabled',
} as const;

/** Schools that the reader may see, in the order of the register. */
export const findSchools = (db: Db, reader: Principal, query: SchoolQuery) => {
  const { id, pid, blurry, province, level, enabled } = query;
  return paginate(
    query,
    db
      .selectFrom('school')
      .innerJoin('dept', 'dept.id', 'school.dept_id')
      .select([
        'dept.id',
        'dept.pid',
        'dept.name',
        'dept.enabled',
        'school.code',
        'school.province',
        'school.city',
        'school.department',
        'school.level',
        'school.note',
      ])
      .$narrowType<{ pid: number }>()
      .where(inDeptScope(reader, 'dept.id'))
      .$if(id !== undefined, (rows) => rows.where('dept.id', '=', id as number))
      .$if(pid !== undefined, (rows) => rows.where('dept.pid', '=', pid as number))
      .$if(!!blurry, (rows) => rows.where('dept.search_text', 'like', likePattern(blurry as string)))
      .$if(!!province, (rows) => rows.where('school.province', '=', province as string))
      .$if(!!level, (rows) => rows.where('school.level', '=', level as string))
      .$if(enabled !== undefined, (rows) => rows.where('dept.enabled', '=', enabled as boolean)),
    { sortable, order: [['dept.id', 'asc']] },
  );
};

/** Every enabled institution with its name: the public register, the same for everybody. */
export const findAllSchools = (db: Db) =>
  db
    .selectFrom('school')
    .innerJoin('dept', 'dept.id', 'school.dept_id')
    .select(['dept.id', 'dept.pid', 'dept.name'])
    .$narrowType<{ pid: number }>()
    .where('dept.enabled', '=', true)
    .orderBy('dept.id')
    .execute();
