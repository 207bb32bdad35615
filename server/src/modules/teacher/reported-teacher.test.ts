import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import { confirmOne } from '../../../test/confirm-waiting.ts';
import { findSchoolId, nextIdCard, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { runChecks } from '../record-check/run-checks.ts';
import { completeProject, newApplicant, publishedCycle, submit } from '../../../test/project-helpers.ts';

let server: TestServer;
let office: string;
let school: string;
let projectId: number;
let teacherId: number;

beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')) });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  const deptId = await findSchoolId(server.db, '天津大学');
  school = (await signedIn(server.db, { roleIds: [9], deptId })).token;
  const applicant = await newApplicant(server, '天津大学');
  ({ teacherId } = applicant);
  projectId = await completeProject(server, applicant, await publishedCycle(server, office));
  await submit(server, applicant.token, projectId);
});
afterAll(() => server.close());

const readTeacher = async (token: string) =>
  (await server.call(teacherApi.list, { token, query: { id: teacherId } })).body.content[0]!;
const change = async (token: string, changed: object) => {
  const { idCard: _masked, createTime: _created, can: _can, ...row } = await readTeacher(token);
  return server.call(teacherApi.update, { token, body: { ...row, ...changed } as never });
};
const correct = async (token: string, changed: { name?: string; idCard?: string }) => {
  const { name, version } = await readTeacher(token);
  return server.call(teacherApi.correct, {
    token,
    params: { id: teacherId },
    body: { version, name, document: '户口簿', reason: '报送时写错', ...changed },
  });
};
const setState = (state: string) =>
  server.pool.query('update project set state = $2 where id = $1', [projectId, state]);

test('a school corrects a name until it has reported; from then on nobody does alone', async () => {
  expect((await change(school, { name: '改前名' })).status).toBe(204);
  expect((await correct(office, { name: '早了' })).error?.code).toBe('teacher.not_reported');
  for (const state of ['reported', 'inExternalReview', 'externalPassed']) {
    await setState(state);
    for (const token of [school, office])
      for (const changed of [{ name: '另一人' }, { idCard: nextIdCard() }])
        expect((await change(token, changed)).error?.code).toBe('teacher.reported');
    expect((await change(school, { note: '已报送' })).status).toBe(204);
  }
});

test('nobody alone puts another person behind what was signed, wherever it stands by now', async () => {
  const owner = async () =>
    (await server.pool.query('select person_id from project where id = $1', [projectId])).rows;
  const before = await owner();
  const idCard = nextIdCard();
  for (const state of ['submitted', 'returned', 'draft', 'notRecommended', 'unitPublicity']) {
    await setState(state);
    for (const token of [school, office])
      expect((await change(token, { name: '冒名者', idCard })).error?.code, state).toBe('teacher.signed');
    expect((await readTeacher(school)).can).toEqual({ correct: '请联系评审办更正' });
  }
  expect(await owner()).toEqual(before);
  const asked = await correct(office, { idCard });
  expect((await confirmOne(server, asked.body.id)).status).toBe(204);
  expect(await readTeacher(office)).toMatchObject({ idCard: maskIdCard(idCard) });
  expect(await owner()).not.toEqual(before);
  // Given up, it is nobody's any more.
  await setState('withdrawn');
  expect((await readTeacher(school)).can).toEqual({});
  expect((await change(school, { idCard: nextIdCard() })).status).toBe(204);
});

test('a request that names a teacher is read by those who read teachers, and by no reviewer of their cycle', async () => {
  await setState('reported');
  const asked = await correct(office, { name: '只给看教师的人' });
  const reads = async (token: string) => {
    const { body } = await server.call(confirmationApi.list, { token, query: { id: asked.body.id } });
    return body.content.length === 1;
  };
  const confirm = async (token: string) =>
    (
      await server.call(confirmationApi.confirm, {
        token,
        params: { id: asked.body.id },
        body: { note: null },
      })
    ).status;
  const supervisor = await signedIn(server.db, { roleIds: [4] });
  expect([await reads(supervisor.token), await confirm(supervisor.token)]).toEqual([false, 404]);
  const officer = await signedIn(server.db, { roleIds: [3] });
  expect(await reads(officer.token)).toBe(true);
  // They have an application of their own in the cycle.
  const other = await newApplicant(server, '天津大学');
  const { rows } = await server.pool.query<{ cycle_id: string }>(
    'select cycle_id from project where id = $1',
    [projectId],
  );
  await completeProject(server, other, Number(rows[0]!.cycle_id));
  const reader = await signedIn(server.db, { roleIds: [3] });
  await server.pool.query('update applicant set user_id = $1 where user_id = $2', [reader.id, other.userId]);
  expect([await reads(reader.token), await confirm(reader.token)]).toEqual([false, 404]);
  expect(await reads(office)).toBe(true);
  expect(await confirm(officer.token)).toBe(204);
  await server.pool.query('update applicant set user_id = $2 where user_id = $1', [reader.id, other.userId]);
});

test('a number that nobody signed under yet is corrected by the school', async () => {
  const applicant = await newApplicant(server, '天津大学');
  await completeProject(server, applicant, await publishedCycle(server, office));
  const shown = await server.call(teacherApi.list, { token: school, query: { id: applicant.teacherId } });
  const { idCard: _masked, createTime: _created, can, ...row } = shown.body.content[0]!;
  expect(can).toEqual({});
  const body = { ...row, idCard: nextIdCard() } as never;
  expect((await server.call(teacherApi.update, { token: school, body })).status).toBe(204);
});

test('the office corrects them with a document and a second person, who is named', async () => {
  await setState('reported');
  expect((await readTeacher(school)).can).toEqual({ correct: '请联系评审办更正' });
  expect((await correct(school, { name: '更正名' })).error?.code).toBe('teacher.office');
  expect((await readTeacher(office)).can).toEqual({ correct: true });
  expect((await correct(office, {})).error?.code).toBe('teacher.same');
  const idCard = nextIdCard();
  const before = await server.pool.query('select content from project_snapshot order by 1');
  const asked = await correct(office, { name: '更正名', idCard });
  expect(asked.status, asked.error?.message).toBe(201);
  // The number waits sealed.
  const kept = await server.pool.query<{ text: string }>(
    `select confirmation::text as text from confirmation union all select detail::text from audit_event`,
  );
  expect(kept.rows.filter(({ text }) => text.includes(idCard))).toEqual([]);
  const { name } = await readTeacher(office);
  expect(name).not.toBe('更正名');
  const own = await server.call(confirmationApi.confirm, {
    token: office,
    params: { id: asked.body.id },
    body: { note: null },
  });
  expect(own.status).toBeGreaterThanOrEqual(400);
  expect((await confirmOne(server, asked.body.id)).status).toBe(204);
  expect(await readTeacher(office)).toMatchObject({ name: '更正名', idCard: maskIdCard(idCard) });
  const { rows } = await server.pool.query<{ owner: string }>(
    'select project.person_id = teacher.person_id as owner from project, teacher where project.id = $1 and teacher.id = $2',
    [projectId, teacherId],
  );
  expect(rows).toEqual([{ owner: true }]);
  expect((await server.pool.query('select content from project_snapshot order by 1')).rows).toEqual(
    before.rows,
  );
  const checked = await runChecks(server.db);
  expect(checked.find((one) => one.name === '申报人')).toMatchObject({ silent: 0, findings: [] });
  expect(checked.find((one) => one.name === '专家与申报人的账号')).toMatchObject({ findings: [] });
});
