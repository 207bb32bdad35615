import { sql } from 'kysely';
import { SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import type { Db } from '../../platform/database/db.ts';

/** The institution to which a unit belongs, the units from it up to there, and the unit of its supervising body. Outside of the register it stands for itself. */
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
