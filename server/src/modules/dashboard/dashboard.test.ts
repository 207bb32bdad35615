import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { todayIs } from '@zhiping/shared/contracts/expert-periods.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { logApi } from '@zhiping/shared/contracts/log.ts';
import { onlineApi } from '@zhiping/shared/contracts/online.ts';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { timingApi } from '@zhiping/shared/contracts/timing.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { yearsAfter } from '@zhiping/shared/rules/periods.ts';
import {
  createExpert,
  createUser,
  findSchoolId,
  nextIdCard,
  openTestSession,
  signedIn,
} from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { signIn } from '../../../test/sign-in-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = async (token: string) => (await server.call(dashboardApi.read, { token })).body;
const numbers = async (token: string) =>
  Object.fromEntries((await read(token)).figures.map(({ code, value }) => [code, value]));

/** An expert whose account belongs to another department has no gate before him (specification §2). */
const ungated = async () => {
  const expert = await createExpert(server.db);
  await server.db.updateTable('sys_user').set({ dept_id: 2 }).where('id', '=', expert.id).execute();
  return expert;
};

test('an expert sees what waits for him', async () => {
  const { token } = await ungated();
  const { audience, figures, todos } = await read(token);
  expect(audience).toBe('expert');
  expect(figures).toMatchObject([{ code: 'subjects', value: 1 }]);
  expect(todos).toMatchObject([{ code: 'confirm', to: '/check/expert/confirmation' }]);
});

test('an expert sees his changes, his term and when he is away; nobody else gets such a thing', async () => {
  const { token, expertId } = await createExpert(server.db);
  const other = await ungated();
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

describe('the numbers of the last day', () => {
  const HOUR_MS = 3_600_000;
  const behind = {
    '/system/timing': timingApi.logs,
    '/system/login-log': logApi.logins,
    '/system/outbox': outboxApi.list,
    '/system/error-log': logApi.errors,
  };

  /** What failed and what did not, within the day and before it. */
  const addEvents = async (create_time: Date) => {
    const [run, sent] = [
      { job_id: 1, job_name: '清理', cron: '', trigger: 'cron', duration_ms: 1, create_time } as const,
      { channel: 'email', recipient: 'a@example.cn', content: '', create_time } as const,
    ];
    for (const succeeded of [true, false]) {
      await server.db
        .insertInto('timing_log')
        .values({ ...run, succeeded })
        .execute();
      await server.db
        .insertInto('login_log')
        .values({ username: 'x', succeeded, ip: '', create_time })
        .execute();
    }
    for (const status of ['sent', 'failed'] as const)
      await server.db
        .insertInto('outbox')
        .values({ ...sent, status })
        .execute();
    await server.db
      .insertInto('error_log')
      .values({ request_id: '', method: 'GET', path: '', message: '', stack: '', ip: '', create_time })
      .execute();
  };

  test('are the numbers of rows behind their doors', async () => {
    const { token } = await signedIn(server.db, { roleIds: [2] });
    const before = await numbers(token);
    for (const hours of [0, 23, 25]) await addEvents(new Date(Date.now() - hours * HOUR_MS));
    const { figures } = await read(token);
    const ofLogs = figures.filter(({ label }) => label.startsWith('24 小时'));
    expect(ofLogs).toHaveLength(4);
    for (const { code, value, to } of ofLogs) {
      expect(value - (before[code] as number), code).toBe(2);
      const { pathname, searchParams } = new URL(to as string, 'http://localhost');
      // The page of jobs shows their failed runs in a drawer of that time.
      const failed = searchParams.getAll('failed');
      const query = failed.length
        ? { isSuccess: false, createTime: failed }
        : { ...Object.fromEntries(searchParams), createTime: searchParams.getAll('createTime') };
      const list = behind[pathname as keyof typeof behind];
      expect((await server.call(list, { token, query })).body.totalElements, code).toBe(value);
    }
  });

  test('leave out who was right and must choose an own password; the log shows it, not as a failure', async () => {
    const { token } = await signedIn(server.db, { roleIds: [2] });
    const before = await numbers(token);
    const { username } = await createUser(server.db, { mustChangePassword: true });
    expect((await signIn(server, { username })).status).toBe(428);
    const logins = async (query = {}) =>
      (await server.call(logApi.logins, { token, query: { blurry: username, ...query } })).body;
    await expect.poll(async () => (await logins()).totalElements).toBe(1);
    expect((await logins()).content).toMatchObject([{ reason: 'auth.password_change_required' }]);
    expect((await logins({ succeeded: false })).totalElements).toBe(0);
    expect((await logins({ succeeded: true })).totalElements).toBe(0);
    expect(await numbers(token)).toMatchObject({ loginFailures: before['loginFailures'] });
  });
});

test('a school title officer counts his own school only, each number with the list behind it', async () => {
  const deptId = await findSchoolId(server.db, '同济大学');
  const { token } = await signedIn(server.db, { roleIds: [9], deptId });
  expect(await numbers(token)).toEqual({ experts: 0, unconfirmed: 0, teachers: 0, units: 1 });
  const confirmed = await createExpert(server.db, { school: '同济大学', phone: '13800000931' });
  await server.call(expertApi.confirm, { token: confirmed.token });
  await createExpert(server.db, { school: '同济大学', phone: '13800000932' });
  await createExpert(server.db, { school: '清华大学', phone: '13800000933' });
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  for (const school of ['同济大学', '清华大学']) {
    const schoolId = await findSchoolId(server.db, school);
    const body = { name: '张三', idCard: nextIdCard(), type: 'teaching', schoolId };
    expect((await server.call(teacherApi.create, { token: office, body })).status).toBe(201);
  }

  const { figures } = await read(token);
  expect(Object.fromEntries(figures.map(({ code, value }) => [code, value]))).toEqual({
    experts: 2,
    unconfirmed: 1,
    teachers: 1,
    units: 1,
  });
  const behind = {
    '/pool/expert': expertPoolApi.list,
    '/pool/teacher': teacherApi.list,
    '/pool/school': schoolApi.list,
  };
  for (const { code, value, to } of figures) {
    const { pathname, searchParams } = new URL(to as string, 'http://localhost');
    const query = Object.fromEntries(searchParams) as never;
    const list = behind[pathname as keyof typeof behind];
    expect((await server.call(list, { token, query })).body.totalElements, code).toBe(value);
  }
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
