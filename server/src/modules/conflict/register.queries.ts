import { sql } from 'kysely';
import { SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import { type FindInstitution, institutionFinder } from '@zhiping/shared/rules/conflict/keys.ts';
import type { Db } from '../../platform/database/db.ts';

type Institution = { id: number; name: string };

/** Which institution a school, or a unit of one, belongs to; and the one behind a written name. */
export type Register = { institutionOf: (deptId: number) => Institution; find: FindInstitution };

/** The institutions of the register. A school that was merged is the one it was merged into, also under its old name. */
export const loadRegister = async (db: Db): Promise<Register> => {
  const { rows } = await sql<{ id: number; name: string; root: number; isTop: boolean }>`
    with recursive placed (id, root) as (
      select id, id from dept where pid = any(${[...SCHOOL_ROOT_IDS]}::bigint[])
      union all
      select dept.id, placed.root from placed join dept on dept.pid = placed.id
    )
    select dept.id, dept.name, dept.pid = any(${[...SCHOOL_ROOT_IDS]}::bigint[]) as "isTop",
      coalesce(target.root, placed.root) as root
    from placed join dept using (id)
      left join school on school.dept_id = dept.id
      left join placed as target on target.id = school.merged_into`.execute(db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const institutions = new Map<number, Institution>();
  const byName = new Map<string, Institution>();
  for (const { id, name, root, isTop } of rows) {
    const institution = { id: root, name: names.get(root) ?? name };
    institutions.set(id, institution);
    if (isTop) byName.set(name, institution);
  }
  return {
    // All units are in the register; an unknown one would share a unit only with its own members.
    institutionOf: (deptId) => institutions.get(deptId) ?? { id: deptId, name: '所在单位' },
    find: institutionFinder(byName),
  };
};
