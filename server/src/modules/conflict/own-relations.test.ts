import { afterAll, beforeAll, expect, test } from 'vitest';
import { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import { ownRelationApi as api } from '@zhiping/shared/contracts/own-relation.ts';
import { conflictsDone, findComputed, isBlocked } from '../../../test/conflict-helpers.ts';
import { createExpert, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { completeProject, newApplicant, publishedCycle, submit } from '../../../test/project-helpers.ts';
import { recomputeWindows } from './recompute-windows.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let cycleId: number;
let projectId: number;
let applicantName: string;
let expert: Awaited<ReturnType<typeof createExpert>>;

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  const applicant = await newApplicant(server, '天津大学');
  office = applicant.office;
  expert = await createExpert(server.db, { name: '导师专家', school: '清华大学' });
  cycleId = await publishedCycle(server, office);
  projectId = await completeProject(server, applicant, cycleId);
  await submit(server, applicant.token, projectId);
  await conflictsDone(server);
  const { rows } = await server.pool.query<{ name: string }>(
    'select person.name from project join teacher person on person.person_id = project.person_id where project.id = $1',
    [projectId],
  );
  applicantName = rows[0]!.name;
});
afterAll(() => server.close());

const declare = (body: object, token = expert.token) =>
  server.call(api.declare, { token, body: body as never });
const own = async (token = expert.token) => (await server.call(api.list, { token })).body;
const relation = () => ({ kind: 'advisor', name: applicantName, unit: '天津大学', reason: '博士生导师' });

test("an expert's declaration applies at once, is visible to the expert and the office, and can be removed", async () => {
  const made = await declare(relation());
  expect(made.status, made.error?.message).toBe(201);
  await conflictsDone(server);
  expect(await findComputed(server, projectId, expert.expertId)).toEqual(['advisor block']);
  expect(await isBlocked(server, projectId, expert.expertId)).toBe(true);
  expect(await own()).toMatchObject([{ id: made.body.id, ...relation() }]);
  const seen = await server.call(conflictApi.expert, { token: office, params: { id: expert.expertId } });
  expect(seen.body.relations).toMatchObject([{ declaredBy: 'expert', name: applicantName }]);
  // The office deletes only what it noted itself.
  await server.call(conflictApi.removeRelation, { token: office, body: [made.body.id] });
  expect(await own()).toHaveLength(1);
  expect((await server.call(api.remove, { token: expert.token, body: [made.body.id] })).status).toBe(204);
  await conflictsDone(server);
  expect(await own()).toEqual([]);
  expect(await isBlocked(server, projectId, expert.expertId)).toBe(false);
});

test('declarations of others are neither visible nor deleted', async () => {
  const noted = await server.call(conflictApi.declare, {
    token: office,
    body: { expertId: expert.expertId, kind: 'relative', name: '某人', unit: null, reason: '有人举报' },
  });
  expect(noted.status, noted.error?.message).toBe(201);
  const other = await createExpert(server.db, { name: '另一专家', school: '北京大学' });
  const his = await declare({ ...relation(), name: '别的人' }, other.token);
  expect(await own()).toEqual([]);
  await server.call(api.remove, { token: expert.token, body: [noted.body.id, his.body.id] });
  expect(await own(other.token)).toHaveLength(1);
  const { rows } = await server.pool.query('select 1 from declared_relation where id = any($1)', [
    [noted.body.id, his.body.id],
  ]);
  expect(rows).toHaveLength(2);
});

test.each([
  [{ kind: 'unit' }, '请选择关系'],
  [{ name: ' ' }, '请输入姓名'],
  [{ reason: '' }, '请输入说明'],
])('refuses %j', async (change, message) => {
  const answer = await declare({ ...relation(), ...change });
  expect(answer.status).toBe(400);
  expect(answer.error?.errors?.[0]?.message).toBe(message);
});

test('is for experts alone', async () => {
  expect((await server.call(api.list, {})).status).toBe(401);
  expect((await server.call(api.list, { token: office })).status).toBe(404);
  const { token } = await signedIn(server.db, { roleIds: [9] });
  expect((await declare(relation(), token)).status).toBe(404);
});

test('the end of a window is noticed on its day without any change', async () => {
  await server.pool.query(
    `insert into expert_affiliation (expert_id, org_id, org_name, from_year, to_year)
      select $1, id, name, 2015, 2025 from dept where name = '天津大学'`,
    [expert.expertId],
  );
  await conflictsDone(server);
  expect(await findComputed(server, projectId, expert.expertId)).toContain('formerUnit block');
  clock.travelTo(new Date('2031-03-01T02:10:00+08:00'));
  expect(await recomputeWindows(server.db, clock.now())).toBe(1);
  // While one runs or waits another one is not asked for.
  await conflictsDone(server);
  expect(await findComputed(server, projectId, expert.expertId)).not.toContain('formerUnit block');
});
