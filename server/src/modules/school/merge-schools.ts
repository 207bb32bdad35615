import { sql } from 'kysely';
import type { z } from 'zod';
import type { schoolApi, SchoolUses } from '@zhiping/shared/contracts/school.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { fieldError } from '../../platform/errors.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { lockTree, requireInScope, requireTreesInScope } from '../dept/save-dept.ts';
import { requireSchool } from './save-school.ts';

type Merger = z.output<typeof schoolApi.merge.body>;

/**
 * Every column that names a school, and so moves with a merger. A test holds this list against the foreign keys of the
 * database, so that a table added later cannot be forgotten. `role_dept` may already name both, hence its own statement.
 * What names a school in passing, in a form or an address, keeps its id and follows `merged_into` when it is read.
 */
export const SCHOOL_COLUMNS = [
  ['dept', 'pid'],
  ['sys_user', 'dept_id'],
  ['expert', 'school_id'],
  ['teacher', 'school_id'],
  ['project', 'school_id'],
  ['unit_publicity', 'school_id'],
  ['expert_affiliation', 'org_id'],
  // After `expert`, whose change writes it.
  ['expert_former_unit', 'unit_id'],
  ['confirmation', 'school_id'],
  ['school', 'merged_into'],
] as const;

/** Uses of a school; of the units below it those in the reader's scope. */
const countUses = async (tx: Tx, reader: Principal, id: number): Promise<SchoolUses> => {
  const { rows } = await sql<SchoolUses>`
    select (select count(*) from dept where pid = ${id} and ${inDeptScope(reader, 'dept.id')}) as units,
      (select count(*) from sys_user where dept_id = ${id}) as users,
      (select count(*) from expert where school_id = ${id}) as experts,
      (select count(*) from teacher where school_id = ${id}) as teachers`.execute(tx);
  return rows[0] as SchoolUses;
};

/** Uses of a school in the reader's scope. */
export const findSchoolUses = (db: Db, reader: Principal, id: number) =>
  inTransaction(db, async (tx) => {
    await requireSchool(tx, reader, id);
    return countUses(tx, reader, id);
  });

const requireTarget = async (tx: Tx, actor: Principal, { id, intoId }: Merger) => {
  const target = await requireSchool(tx, actor, intoId);
  if (target.merged_into !== null)
    throw fieldError('school.target_merged', 'intoId', '目标学校已并入其他学校');
  if ((await findSubtreeIds(tx, 'dept', [id])).includes(intoId))
    throw fieldError('school.target_below', 'intoId', '不能并入自己或自己的下级');
  return target;
};

/** Units of the same name would stand side by side below the target; they are merged or renamed first. */
const refuseTwins = async (tx: Tx, { id, intoId }: Merger) => {
  const twins = await tx
    .selectFrom('dept as a')
    .innerJoin('dept as b', 'b.name', 'a.name')
    .select('a.name')
    .where('a.pid', '=', id)
    .where('b.pid', '=', intoId)
    .limit(3)
    .execute();
  if (twins.length > 0)
    throw fieldError(
      'school.twin_units',
      'intoId',
      `两校有同名的下属单位（${twins.map(({ name }) => name).join('、')}），请先合并或改名`,
    );
};

/** A person stands once at a school: who is a teacher of both is kept in one place by hand first. */
const refuseSharedTeachers = async (tx: Tx, { id, intoId }: Merger) => {
  const shared = await tx
    .selectFrom('teacher as a')
    .innerJoin('teacher as b', 'b.person_id', 'a.person_id')
    .select('a.name')
    .where('a.school_id', '=', id)
    .where('b.school_id', '=', intoId)
    .orderBy('a.id')
    .limit(3)
    .execute();
  if (shared.length > 0)
    throw fieldError(
      'school.shared_teachers',
      'intoId',
      `两校登记了同一位教师（${shared.map(({ name }) => name).join('、')}），请先删除其中一条`,
    );
};

/** Moves everything of one school to another; the first stays as a disabled name with its successor. */
export const mergeSchools = (db: Db, actor: Principal, merger: Merger) => {
  const { id, intoId } = merger;
  requireInScope(actor, id);
  requireInScope(actor, intoId);
  return inTransaction(db, async (tx) => {
    await lockTree(tx);
    // Waits for transactions that assign people to it, so that they move too (`lockSchools`).
    await sql`select id from dept where id in (${id}, ${intoId}) order by id for update`.execute(tx);
    await requireTreesInScope(tx, actor, [id, intoId]);
    const source = await requireSchool(tx, actor, id);
    await refuseStale(tx, source, merger.version);
    if (source.merged_into !== null) throw fieldError('school.merged', 'id', '这所学校已并入其他学校');
    const target = await requireTarget(tx, actor, merger);
    await refuseTwins(tx, merger);
    await refuseSharedTeachers(tx, merger);
    const uses = await countUses(tx, actor, id);
    for (const [table, column] of SCHOOL_COLUMNS)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${intoId} where ${sql.ref(column)} = ${id}`.execute(
        tx,
      );
    await sql`insert into role_dept (role_id, dept_id) select role_id, ${intoId}::bigint from role_dept
      where dept_id = ${id} on conflict do nothing`.execute(tx);
    await tx.deleteFrom('role_dept').where('dept_id', '=', id).execute();
    await tx
      .updateTable('school')
      .set({ merged_into: intoId, code: null })
      .where('dept_id', '=', id)
      .execute();
    await tx
      .updateTable('dept')
      .set({ enabled: false, ...editedBy(actor, source) })
      .where('id', '=', id)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'school.merged',
      entity: 'school',
      entityId: id,
      detail: { name: source.name, intoId, into: target.name, ...uses },
    });
    return uses;
  });
};
