import { topProblem } from './school.policy.ts';
import type { z } from 'zod';
import type { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { fieldError, forbidden, notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import {
  changeDept,
  insertDept,
  lockTree,
  removeDepts,
  requireInScope,
  writeSearchText,
} from '../dept/save-dept.ts';
import { whereGiven } from '../../platform/database/where-given.ts';

type SchoolInput = z.output<typeof schoolApi.create.body>;
type SchoolChange = z.output<typeof schoolApi.update.body>;

const constraints = { school_code_key: ['code', '学校标识码已存在'] } satisfies Parameters<
  typeof explainBroken
>[0];

const columnsOf = ({ code, province, city, department, level, note, bodyId }: SchoolInput) => ({
  code,
  province,
  city,
  department,
  level,
  note,
  ...(bodyId !== undefined && { body_id: bodyId }),
});

/** Below one parent a name stands once; the lock of the tree keeps it so. */
const requireFreeName = async (tx: Tx, { pid, name }: SchoolInput, id?: number) => {
  const twin = await tx
    .selectFrom('dept')
    .select('id')
    .where('pid', '=', pid)
    .where('name', '=', name)
    .$call(whereGiven(id, (rows, given) => rows.where('id', '!=', given)))
    .executeTakeFirst();
  if (twin) throw fieldError('school.name_taken', 'name', '同一上级下已有同名单位');
};

const isRoot = (id: number | null) => SCHOOL_ROOT_IDS.some((root) => root === id);

/** The office decides who reads the projects of a school: a unit that is no school, for a whole institution. */
const requireBody = async (tx: Tx, actor: Principal, { bodyId, pid }: SchoolInput, before: number | null) => {
  if (bodyId === undefined || bodyId === before) return;
  if (actor.deptScope !== null) throw fieldError('school.body_office', 'bodyId', '审核主管部门由评审办设定');
  if (bodyId === null) return;
  if (!isRoot(pid))
    throw fieldError('school.body_unit', 'bodyId', '下属单位随所在学校，不单独设定审核主管部门');
  const body = await tx
    .selectFrom('dept')
    .leftJoin('school', 'school.dept_id', 'dept.id')
    .select(['dept.id', 'dept.enabled', 'school.dept_id as schoolId'])
    .where('dept.id', '=', bodyId)
    .executeTakeFirst();
  // A body with the school in its own scope would check for the school.
  if (!body?.enabled || body.schoolId !== null || isRoot(bodyId))
    throw fieldError('school.body', 'bodyId', '请选择已启用的部门，学校不能作为审核主管部门');
};

export const requireSchool = async (tx: Tx, actor: Principal, id: number) => {
  requireInScope(actor, id);
  const school = await tx
    .selectFrom('school')
    .innerJoin('dept', 'dept.id', 'school.dept_id')
    .select([
      'dept.id',
      'dept.pid',
      'dept.name',
      'dept.enabled',
      'dept.sort as dept_sort',
      'dept.version',
      'dept.update_by',
      'dept.update_time',
      'merged_into',
      'code',
      'province',
      'city',
      'department',
      'level',
      'note',
      'body_id',
    ])
    .where('dept.id', '=', id)
    .executeTakeFirst();
  if (!school) throw notFound('学校');
  return school;
};

const requireBelowTop = (actor: Principal, pid: number | null) => {
  if (topProblem(actor, pid) !== null) throw forbidden();
};

export const createSchool = (db: Db, actor: Principal, school: SchoolInput) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      await lockTree(tx);
      await requireFreeName(tx, school);
      await requireBody(tx, actor, school, null);
      const id = await insertDept(tx, actor, school);
      const { numUpdatedRows } = await tx
        .updateTable('school')
        .set(columnsOf(school))
        .where('dept_id', '=', id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw fieldError('school.outside', 'pid', '上级必须是学校或学校的根节点');
      await writeSearchText(tx, id);
      await audit(tx, {
        actorId: actor.userId,
        action: 'school.created',
        entity: 'school',
        entityId: id,
        detail: school,
      });
      return { id };
    }),
  );

export const updateSchool = (db: Db, actor: Principal, school: SchoolChange) =>
  explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      await lockTree(tx);
      const stored = await requireSchool(tx, actor, school.id);
      requireBelowTop(actor, stored.pid);
      if (stored.merged_into !== null && school.enabled)
        throw fieldError('school.merged', 'enabled', '已并入其他学校，不能再启用');
      await requireFreeName(tx, school, school.id);
      await requireBody(tx, actor, school, stored.body_id);
      await tx.updateTable('school').set(columnsOf(school)).where('dept_id', '=', school.id).execute();
      await changeDept(tx, actor, school);
      await audit(tx, {
        actorId: actor.userId,
        action: 'school.changed',
        entity: 'school',
        entityId: school.id,
        detail: school,
        stored,
      });
    }),
  );

export const deleteSchools = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    await lockTree(tx);
    for (const id of ids) requireBelowTop(actor, (await requireSchool(tx, actor, id)).pid);
    for (const { id, name } of await removeDepts(tx, actor, ids))
      await audit(tx, {
        actorId: actor.userId,
        action: 'school.deleted',
        entity: 'school',
        entityId: id,
        detail: { name },
      });
  });
