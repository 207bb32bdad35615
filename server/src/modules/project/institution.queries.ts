import { sql } from 'kysely';
import { SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import type { Db } from '../../platform/database/db.ts';

/**
 * The institution of a unit, the units from the unit up to the institution, and the unit of its supervising body. A
 * unit outside the register is its own institution.
 */
export const findInstitution = async (
  db: Db,
  unitId: number,
): Promise<{ institutionId: number; colleges: number[]; bodyId: number | null }> => {
  const { rows } = await sql<{
    id: number;
    isTop: boolean;
    bodyId: number | null;
  }>`with recursive above (id, pid) as (
      select id, pid from dept where id = ${unitId}
      union
      select dept.id, dept.pid from above join dept on dept.id = above.pid
      where above.pid <> all(${[...SCHOOL_ROOT_IDS]}::bigint[])
    )
    select id, coalesce(pid = any(${[...SCHOOL_ROOT_IDS]}::bigint[]), false) as "isTop",
      (select body_id from school where dept_id = above.id) as "bodyId" from above`.execute(db);
  const top = rows.find(({ isTop }) => isTop);
  if (!top) return { institutionId: unitId, colleges: [], bodyId: null };
  return {
    institutionId: top.id,
    bodyId: top.bodyId,
    colleges: rows.flatMap(({ id, isTop }) => (isTop ? [] : [id])),
  };
};

type Unit = { id: number; name: string };

/**
 * The institution of each unit, and the part of it that contains the unit (null for the institution itself). A unit
 * outside the register is its own institution.
 */
export const findInstitutions = async (
  db: Db,
  unitIds: readonly number[],
): Promise<Map<number, { institution: Unit; college: Unit | null }>> => {
  const { rows } = await sql<{ unit: number; id: number; name: string; isTop: boolean }>`
    with recursive above (unit, id, pid, name, depth) as (
      select id, id, pid, name, 0 from dept where id = any(${[...unitIds]}::bigint[])
      union all
      select above.unit, dept.id, dept.pid, dept.name, depth + 1 from above join dept on dept.id = above.pid
      where above.pid <> all(${[...SCHOOL_ROOT_IDS]}::bigint[])
    )
    select unit, id, name, coalesce(pid = any(${[...SCHOOL_ROOT_IDS]}::bigint[]), false) as "isTop" from above
    order by unit, depth`.execute(db);
  const paths = Map.groupBy(rows, ({ unit }) => unit);
  return new Map(
    [...paths].map(([unit, path]) => {
      const top = path.at(-1)!;
      const own = path[0]!;
      if (!top.isTop) return [unit, { institution: { id: own.id, name: own.name }, college: null }];
      const college = path.at(-2);
      return [
        unit,
        {
          institution: { id: top.id, name: top.name },
          college: college ? { id: college.id, name: college.name } : null,
        },
      ];
    }),
  );
};

/** Name of a unit at the time of submission, with its institution: many institutions have a 数学科学学院. */
export const placedName = async (db: Db, unitId: number, name: string): Promise<string> => {
  const institution = (await findInstitutions(db, [unitId])).get(unitId)?.institution;
  return institution === undefined || institution.id === unitId || institution.name === name
    ? name
    : `${name}（${institution.name}）`;
};
