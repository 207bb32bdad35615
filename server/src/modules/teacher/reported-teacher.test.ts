import { afterAll, beforeAll, expect, test } from 'vitest';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { findSchoolId, nextIdCard, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
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
  projectId = await completeProject(server, applicant, await publishedCycle(server, office));
  await submit(server, applicant.token, projectId);
  const { rows } = await server.pool.query<{ id: number }>(
    'select teacher.id from teacher join project using (person_id) where project.id = $1',
    [projectId],
  );
  teacherId = Number(rows[0]!.id);
});
afterAll(() => server.close());

const change = async (token: string, changed: object) => {
  const { body } = await server.call(teacherApi.list, { token, query: { id: teacherId } });
  const { idCard: _masked, createTime: _created, ...row } = body.content[0]!;
  return server.call(teacherApi.update, { token, body: { ...row, ...changed } as never });
};
const setState = (state: string) =>
  server.pool.query('update project set state = $2 where id = $1', [projectId, state]);

test('a school corrects name and identity until it has reported; then only the office does', async () => {
  expect((await change(school, { name: '改前名' })).status).toBe(204);
  for (const state of ['reported', 'inExternalReview', 'externalPassed']) {
    await setState(state);
    for (const changed of [{ name: '另一人' }, { idCard: nextIdCard() }])
      expect((await change(school, changed)).error?.code).toBe('teacher.reported');
    expect((await change(school, { note: '已报送' })).status).toBe(204);
  }
  expect((await change(office, { name: '更正名' })).status).toBe(204);
});
