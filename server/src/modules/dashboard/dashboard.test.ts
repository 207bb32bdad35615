import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { todayIs } from '@zhiping/shared/contracts/expert-periods.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { onlineApi } from '@zhiping/shared/contracts/online.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { yearsAfter } from '@zhiping/shared/rules/periods.ts';
import { createExpert, findSchoolId, openTestSession, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = async (token: string) => (await server.call(dashboardApi.read, { token })).body;
const numbers = async (token: string) =>
  Object.fromEntries((await read(token)).figures.map(({ code, value }) => [code, value]));

test('an expert sees what waits for him', async () => {
  const { token } = await createExpert(server.db);
  const { audience, figures, todos } = await read(token);
  expect(audience).toBe('expert');
  expect(figures).toMatchObject([{ code: 'subjects', value: 1 }]);
  expect(todos).toMatchObject([{ code: 'confirm', to: '/check/expert/confirmation' }]);
});

test('an expert sees his changes, his term and when he is away; nobody else gets such a thing', async () => {
  const { token, expertId } = await createExpert(server.db);
  const other = await createExpert(server.db);
  await server.call(expertApi.confirm, { token });
  const { subjects, affiliations: _jobs, ...own } = (await server.call(expertApi.own, { token })).body;
  await server.call(expertApi.saveOwn, {
    token,
    body: { ...own, department: '新系', email: 'new@example.edu.cn', subjects } as never,
  });
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const params = { id: expertId };
  const [unit] = (await server.call(expertPoolApi.read, { token: office, params })).body.changes;
  const decision = { changeId: unit?.id as number, approved: false, reason: '请附证明' };
  await server.call(expertPoolApi.decideChange, { token: office, params, body: decision });
  const absence = { fromDay: todayIs(), toDay: yearsAfter(todayIs(), 1), reason: '访学' };
  const { version, termEndsAt } = (await server.call(expertApi.own, { token })).body;
  await server.call(expertApi.saveOwnUnavailability, { token, body: { unavailability: [absence], version } });

  expect((await read(token)).expert).toMatchObject({
    termEndsAt,
    changes: [
      { part: 'contact', status: 'waiting', fields: [{ label: '邮箱', after: 'new@example.edu.cn' }] },
      { part: 'unit', status: 'returned', reason: '请附证明', fields: [{ label: '院系部门' }] },
    ],
    absences: [absence],
  });
  expect((await read(other.token)).expert).toEqual({ termEndsAt: null, changes: [], absences: [] });
  expect((await read(office)).expert).toBeNull();
});

test('the office sees the pool', async () => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  const before = await numbers(token);
  const { expertId } = await createExpert(server.db);
  expect(await numbers(token)).toMatchObject({
    experts: (before['experts'] ?? 0) + 1,
    unconfirmed: (before['unconfirmed'] ?? 0) + 1,
  });
  await server.db.updateTable('expert').set({ enabled: false }).where('id', '=', expertId).execute();
  expect(await numbers(token)).toEqual(before);
});

test('the system administrator sees the system, and no expert', async () => {
  const { token } = await signedIn(server.db, { roleIds: [2] });
  const { audience, figures } = await read(token);
  expect(audience).toBe('system');
  expect(figures.map(({ code }) => code)).toEqual([
    'users',
    'online',
    'failedJobs',
    'loginFailures',
    'failedMessages',
    'serverErrors',
  ]);
});

test('each number of the office is the number of rows behind its door', async () => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  await createExpert(server.db);
  const { figures } = await read(token);
  for (const { code, value, to } of figures) {
    const query = Object.fromEntries(new URL(to as string, 'http://localhost').searchParams);
    const { body } = await server.call(expertPoolApi.list, { token, query });
    expect(body.totalElements, code).toBe(value);
  }
});

test('accounts and those online are the rows behind their doors, two sessions of one person included', async () => {
  const { token, id } = await signedIn(server.db, { roleIds: [2] });
  await openTestSession(server.db, id);
  const { users, online } = await numbers(token);
  const page = { token, query: { enabled: true } };
  expect((await server.call(userApi.list, page)).body.totalElements).toBe(users);
  expect((await server.call(onlineApi.list, { token })).body.totalElements).toBe(online);
});

test('a school title officer counts his own school only', async () => {
  const { token } = await signedIn(server.db, {
    roleIds: [9],
    deptId: await findSchoolId(server.db, '同济大学'),
  });
  expect(await numbers(token)).toMatchObject({ units: 1 });
});

test('a plain user gets no number, but the notices', async () => {
  await server.db
    .insertInto('article')
    .values({ type: 'notice', title: '通知', body: '', published_at: new Date() })
    .execute();
  const { token } = await signedIn(server.db, { roleIds: [5] });
  expect(await read(token)).toMatchObject({
    audience: 'other',
    figures: [],
    todos: [],
    notices: [{ title: '通知' }],
  });
});

test('doors only lead where the reader may go', async () => {
  for (const role of [1, 2, 3, 4, 5, 9]) {
    const { token } = await signedIn(server.db, { roleIds: [role] });
    const { figures } = await read(token);
    expect(figures.length).toBeLessThanOrEqual(6);
    const doors = figures.flatMap(({ to }) => (to ? [to] : []));
    if (![1, 2].includes(role)) expect(doors).not.toContain('/system/outbox');
  }
});
