import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { countsOf, moveCycle } from '../../../test/cycle-helpers.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
} from '../../../test/project-helpers.ts';
import { advanceDueCycles } from '../cycle/advance-cycles.ts';

const open = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(open);
let server: TestServer;
let office: string;
let school: string;
let elsewhere: string;
let applicant: Awaited<ReturnType<typeof newApplicant>>;
let cycleId: number;
let id: number;

const officerOf = async (name: string) =>
  (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, name) })).token;
const vote = { present: 9, inFavour: 7, against: 1, abstain: 1, opinion: '教学科研业绩突出，同意推荐' };
const recommend = async (token: string | undefined, change: object = {}) => {
  const { version } = await readProject(server, applicant.token, id);
  return server.call(api.recommend, {
    ...(token && { token }),
    params: { id },
    body: { version, ...vote, ...change },
  });
};

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  [school, elsewhere] = [await officerOf('天津大学'), await officerOf('南开大学')];
});
beforeEach(async () => {
  clock.travelTo(open);
  cycleId = await publishedCycle(server, office);
  applicant = await newApplicant(server);
  id = await completeProject(server, applicant, cycleId);
  await submit(server, applicant.token, id);
});
afterAll(() => server.close());

test('an application is recommended with the vote of its department, and stays as it is', async () => {
  const before = await server.call(api.read, { token: school, params: { id } });
  expect(before.body).toMatchObject({ recommendation: null, can: { return: true, recommend: true } });
  expect((await recommend(school)).status).toBe(204);
  for (const token of [school, office])
    expect((await server.call(api.read, { token, params: { id } })).body).toMatchObject({
      state: 'unitPublicity',
      recommendation: { ...vote, at: '2026-09-10 10:00:00', by: expect.stringMatching(/^用户/) },
    });
  const own = await readProject(server, applicant.token, id);
  expect(own).toMatchObject({ state: 'unitPublicity', history: [{ event: '推荐' }, { event: '提交' }] });
  expect(own.can).toMatchObject({ withdraw: true, edit: expect.stringContaining('不能修改') });
  expect(JSON.stringify(own)).not.toContain(vote.opinion);
  const { body } = await server.call(projectListApi.list, {
    token: school,
    query: { id, state: 'unitPublicity' },
  });
  expect(body.totalElements).toBe(1);
  const events = await server.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'project.recommended')
    .where('entity_id', '=', String(id))
    .execute();
  expect(events).toMatchObject([{ detail: { round: 1, present: 9, inFavour: 7, against: 1, abstain: 1 } }]);
});

test.each([
  [{ abstain: 0 }, 'present', /与出席 9 人不符/],
  [{ inFavour: 10 }, 'present', /与出席 9 人不符/],
  [{ present: 0, inFavour: 0, against: 0, abstain: 0 }, 'present', /至少为 1/],
  [{ against: -1 }, 'against', /不能小于 0/],
  [{ against: 1.5 }, 'against', /整数/],
  [{ opinion: ' ' }, 'opinion', /推荐意见/],
])('%o is refused', async (change, field, message) => {
  const { status, error } = await recommend(school, change);
  expect([status, error.errors?.[0]]).toMatchObject([
    400,
    { field, message: expect.stringMatching(message) },
  ]);
});

test('not by others, over an older version, while suspended, or after schools have reported', async () => {
  const missing = await server.call(api.recommend, {
    token: elsewhere,
    params: { id: 999_999 },
    body: { version: 0, ...vote },
  });
  const other = await recommend(elsewhere);
  expect([other.status, other.error.message]).toEqual([missing.status, missing.error.message]);
  expect((await recommend(undefined)).status).toBe(401);
  for (const token of [office, applicant.token]) expect((await recommend(token)).status).toBe(403);
  expect((await recommend(school, { version: 0 })).status).toBe(409);
  await moveCycle(server, office, { id: cycleId, event: 'suspend', reason: '核查' });
  expect((await recommend(school)).error.message).toBe('批次已暂停：核查');
  await moveCycle(server, office, { id: cycleId, event: 'resume' });
  clock.travelTo(new Date('2026-10-16T00:00:01+08:00'));
  await advanceDueCycles(server.db, clock.now());
  expect((await recommend(school)).error.code).toBe('project.report');
});

test('of several at once one counts', async () => {
  const { version } = await readProject(server, applicant.token, id);
  const answers = await Promise.all([1, 2, 3].map(() => recommend(school, { version })));
  expect(countsOf(answers)).toEqual({ 204: 1, 409: 2 });
  expect((await recommend(school)).error.code).toBe('state.impossible');
});

test('an officer does not recommend himself', async () => {
  const { userId, token, schoolId } = applicant;
  await server.db.insertInto('user_role').values({ user_id: userId, role_id: 9 }).execute();
  await server.db.updateTable('sys_user').set({ dept_id: schoolId }).where('id', '=', userId).execute();
  expect((await recommend(token)).status).toBe(404);
});
