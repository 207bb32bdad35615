import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import { findSchoolId, newTeacher, nextIdCard, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { takeLock } from '../../../test/lock-helpers.ts';
import {
  completeProject,
  createProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
} from '../../../test/project-helpers.ts';

/** Projects whose teacher or school leaves or changes. */

let server: TestServer;
let office: string;
let cycleId: number;
beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')) });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  cycleId = await publishedCycle(server, office);
});
afterAll(() => server.close());

const newSchool = async (name: string) => {
  const created = await server.call(schoolApi.create, {
    token: office,
    body: { pid: 30, name, deptSort: 1 },
  });
  expect(created.status).toBe(201);
  return created.body.id;
};
const merge = (id: number, intoId: number) =>
  server.call(schoolApi.merge, { token: office, body: { id, intoId } });
const remove = async (ids: number[]) =>
  (await server.call(teacherApi.remove, { token: office, body: ids })).body;
const began = async (school?: string) => {
  const applicant = await newApplicant(server, school);
  const { body, status } = await createProject(server, applicant, cycleId);
  expect(status).toBe(201);
  return { ...applicant, id: body.id };
};

test('a teacher with a project is not deleted and the reason is shown; others of the list are deleted', async () => {
  const { id, token, teacherId } = await began();
  const { teacherId: other } = await newApplicant(server);
  const { name } = (await readProject(server, token, id)).cycle;
  expect(await remove([teacherId, other, 99_999_999])).toEqual({
    succeeded: 1,
    failed: [
      { id: teacherId, name: '慕容教书', message: `正在「${name}」中申报，不能删除；已离校的请停用` },
      { id: 99_999_999, name: '99999999', message: '教师不存在' },
    ],
  });
  const { version } = await readProject(server, token, id);
  await server.call(api.move, { token, params: { id, event: 'withdraw' }, body: { version } });
  expect(await remove([teacherId])).toEqual({ succeeded: 1, failed: [] });
  expect((await readProject(server, token, id)).state).toBe('withdrawn');
});

test('an applicant disabled in the register cannot submit and sees the reason', async () => {
  const applicant = await newApplicant(server);
  const id = await completeProject(server, applicant, cycleId);
  const enable = (enabled: boolean) =>
    server.pool.query('update teacher set enabled = $2 where id = $1', [applicant.teacherId, enabled]);
  await enable(false);
  const { can } = await readProject(server, applicant.token, id);
  expect(can.submit).toContain('您不是这所学校登记在册的教师');
  expect((await submit(server, applicant.token, id)).error?.code).toBe('project.employer');
  await enable(true);
  expect((await submit(server, applicant.token, id)).status).toBe(204);
});

test('a teacher who starts a project during their deletion is either kept or refused', async () => {
  const applicant = await newApplicant(server);
  const lock = await takeLock(server, [`select from teacher where id = ${applicant.teacherId} for update`]);
  const answers = [createProject(server, applicant, cycleId), remove([applicant.teacherId])] as const;
  await lock.untilWaiting(2);
  await lock.release();
  const [created, removed] = await Promise.all(answers);
  expect([created.status, removed.succeeded]).toEqual(created.status === 201 ? [201, 0] : [400, 1]);
});

test('a school with a project is not deleted, and a merger moves the project', async () => {
  const [from, into] = [await newSchool('申报并出大学'), await newSchool('申报并入大学')];
  const { id, token, teacherId } = await began('申报并出大学');
  // The register may no longer list the teacher.
  await server.db.updateTable('teacher').set({ school_id: into }).where('id', '=', teacherId).execute();
  await server.db.updateTable('sys_user').set({ dept_id: into }).where('dept_id', '=', from).execute();
  const refused = await server.call(schoolApi.remove, { token: office, body: [from] });
  expect([refused.status, refused.error?.message]).toEqual([
    400,
    '所选部门有教师申报过职称，须保留，可以停用',
  ]);
  expect((await merge(from, into)).status).toBe(200);
  expect((await readProject(server, token, id)).person.schoolName).toBe('申报并入大学');
});

test('a project started during a merger moves too', async () => {
  const [from, into] = [await newSchool('边报边并大学'), await newSchool('边报边收大学')];
  const applicant = await newApplicant(server, '边报边并大学');
  const lock = await takeLock(server, ['lock table project in share mode']);
  const creating = createProject(server, applicant, cycleId);
  await lock.untilWaiting(1);
  const merging = merge(from, into);
  await lock.untilWaiting(2);
  await lock.release();
  const created = await creating;
  expect([created.status, (await merging).status]).toEqual([201, 200]);
  const { school_id } = await server.db
    .selectFrom('project')
    .select('school_id')
    .where('id', '=', created.body.id)
    .executeTakeFirstOrThrow();
  expect(school_id).toBe(into);
});

/** Corrects the identity number of a teacher, as the office does it. */
const mend = async (teacherId: number, idCard: string) => {
  const { body } = await server.call(teacherApi.list, { token: office, query: { id: teacherId } });
  const { idCard: _masked, ...teacher } = body.content[0]!;
  return server.call(teacherApi.update, { token: office, body: { ...teacher, idCard } as never });
};

test('account and project follow a corrected identity number', async () => {
  const { id, token, teacherId, schoolId } = await began();
  const idCard = nextIdCard();
  expect((await mend(teacherId, idCard)).status).toBe(204);
  const { person } = await readProject(server, token, id);
  expect([person.name, person.idCard]).toEqual(['慕容教书', maskIdCard(idCard)]);
  expect((await server.call(api.employers, { token })).body).toMatchObject([{ schoolId }]);
});

test('a correction is refused if another applicant has the number, or if the old number is shared', async () => {
  const [one, other] = [await began(), await began()];
  const numberOf = async (teacherId: number) => {
    const { body } = await server.call(teacherApi.identity, { token: office, params: { id: teacherId } });
    return body.idCard;
  };
  const taken = await numberOf(other.teacherId);
  await server.db
    .updateTable('teacher')
    .set({ school_id: await findSchoolId(server.db, '南开大学') })
    .where('id', '=', other.teacherId)
    .execute();
  const refused = { status: 400, code: 'teacher.identity_applies' };
  expect((await mend(one.teacherId, taken)).error).toMatchObject(refused);

  const elsewhere = await findSchoolId(server.db, '南开大学');
  await server.call(teacherApi.create, {
    token: office,
    body: newTeacher(elsewhere, { idCard: await numberOf(one.teacherId) }),
  });
  expect((await mend(one.teacherId, nextIdCard())).error).toMatchObject(refused);
  expect((await readProject(server, one.token, one.id)).state).toBe('draft');
});
