import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { todayIs } from '@zhiping/shared/rules/text/dates.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { logApi } from '@zhiping/shared/contracts/log.ts';
import { outboxApi } from '@zhiping/shared/contracts/outbox.ts';
import { timingApi } from '@zhiping/shared/contracts/timing.ts';
import { yearsAfter } from '@zhiping/shared/rules/expert/periods.ts';
import { createExpert, createUser, findSchoolId, signedIn } from '../../../test/factories.ts';
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
const totals = async (token: string) =>
  Object.fromEntries((await read(token)).queues.map(({ code, total }) => [code, total]));
const queueOf = async (token: string, asked: string) =>
  (await read(token)).queues.find(({ code }) => code === asked)!;

/** An expert whose account belongs to another department has no gate (specification §2). */
const ungated = async () => {
  const expert = await createExpert(server.db);
  await server.db.updateTable('sys_user').set({ dept_id: 2 }).where('id', '=', expert.id).execute();
  return expert;
};

test('an expert sees the own open work', async () => {
  const { token } = await ungated();
  const { audience, todos } = await read(token);
  expect(audience).toBe('expert');
  expect(todos).toMatchObject([{ code: 'confirm', to: '/check/expert/confirmation' }]);
});

test('an expert sees own changes, term and absences; other accounts see no such thing', async () => {
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

test('the office sees its work with the first names, and none of an expert who is disabled', async () => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  const before = await totals(token);
  const { expertId } = await createExpert(server.db);
  expect(await totals(token)).toMatchObject({ unconfirmed: (before['unconfirmed'] ?? 0) + 1 });
  const [first] = (await queueOf(token, 'unconfirmed')).rows;
  expect(first).toMatchObject({ id: expertId, reminder: 'due' });
  expect(first?.to).toBe(`/pool/expert?enabled=true&confirmed=false&view=${expertId}`);
  await server.db.updateTable('expert').set({ enabled: false }).where('id', '=', expertId).execute();
  expect(await totals(token)).toEqual(before);
});

test('nothing waits for a supervisor, who may only look', async () => {
  await createExpert(server.db);
  const { token } = await signedIn(server.db, { roleIds: [4] });
  expect(await totals(token)).toEqual({});
});

test('a proposal of a school waits in the queues of both, until it is accepted', async () => {
  const office = (await signedIn(server.db, { roleIds: [3] })).token;
  const deptId = await findSchoolId(server.db, '同济大学');
  const school = (await signedIn(server.db, { roleIds: [9], deptId })).token;
  const { expertId } = await createExpert(server.db, { school: '同济大学' });
  const set = (accepted_at: Date | null) =>
    server.db
      .updateTable('expert')
      .set({ accepted_at, enabled: accepted_at !== null })
      .where('id', '=', expertId)
      .execute();
  await set(null);
  for (const token of [office, school])
    expect((await queueOf(token, 'proposed')).rows).toMatchObject([{ id: expertId, reminder: null }]);
  await set(new Date());
  for (const token of [office, school]) expect((await queueOf(token, 'proposed')).total).toBe(0);
});

test('the system administrator sees what failed, and no expert', async () => {
  const { token } = await signedIn(server.db, { roleIds: [2] });
  const { audience, figures, queues } = await read(token);
  expect(audience).toBe('system');
  expect(figures.map(({ code }) => code)).toEqual(['loginFailures', 'serverErrors']);
  expect(queues.map(({ code }) => code)).toEqual(['failedJobs', 'failedMessages']);
});

test('each number of the office is the number of rows that its link shows', async () => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  await createExpert(server.db);
  const { figures, queues } = await read(token);
  for (const { code, value, to } of [
    ...figures,
    ...queues.map(({ total, ...queue }) => ({ ...queue, value: total })),
  ]) {
    const query = Object.fromEntries(new URL(to as string, 'http://localhost').searchParams);
    const { body } = await server.call(expertPoolApi.list, { token, query });
    expect(body.totalElements, code).toBe(value);
  }
});

describe('a reminder', () => {
  const remind = (token: string, id: number) => server.call(expertPoolApi.remind, { token, params: { id } });
  const outbox = (recipient: string) =>
    server.db.selectFrom('outbox').select('channel').where('recipient', '=', recipient).execute();

  test('goes out once a day, for any sender and simultaneous requests, and is recorded', async () => {
    const office = (await signedIn(server.db, { roleIds: [3] })).token;
    const deptId = await findSchoolId(server.db, '同济大学');
    const school = (await signedIn(server.db, { roleIds: [9], deptId })).token;
    const { id, expertId } = await createExpert(server.db, { school: '同济大学', phone: '13800000941' });
    await server.db.updateTable('expert').set({ email: null }).where('id', '=', expertId).execute();
    const answers = await Promise.all([office, school, office].map((token) => remind(token, expertId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 400)?.error.message).toBe('今天已经催办过，请明天再试');
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ by: 'sms' });
    expect(await outbox('13800000941')).toEqual([{ channel: 'sms' }]);
    expect((await queueOf(office, 'unconfirmed')).rows).toContainEqual(
      expect.objectContaining({ id: expertId, reminder: 'sent' }),
    );
    const told = server.db.selectFrom('notification').select('link').where('user_id', '=', id);
    expect(await told.execute()).toEqual([{ link: '/check/expert/confirmation' }]);
    const events = server.db
      .selectFrom('audit_event')
      .select(['entity_id', 'detail'])
      .where('action', '=', 'expert.reminded')
      .where('entity_id', '=', String(expertId));
    expect(await events.execute()).toEqual([{ entity_id: String(expertId), detail: { by: 'sms' } }]);
    await server.db
      .updateTable('expert')
      .set({ reminded_on: '2026-01-01', email: 'remind@example.edu.cn' })
      .where('id', '=', expertId)
      .execute();
    expect((await remind(school, expertId)).body).toEqual({ by: 'email' });
    expect(await outbox('remind@example.edu.cn')).toEqual([{ channel: 'email' }]);
  });

  test('is refused for who has confirmed or is disabled, and for the experts of other schools', async () => {
    const office = (await signedIn(server.db, { roleIds: [3] })).token;
    const deptId = await findSchoolId(server.db, '清华大学');
    const other = (await signedIn(server.db, { roleIds: [9], deptId })).token;
    const { token, expertId } = await createExpert(server.db, { school: '同济大学', phone: '13800000942' });
    expect((await remind(other, expertId)).status).toBe(404);
    await server.call(expertApi.confirm, { token });
    expect((await remind(office, expertId)).error.code).toBe('expert.confirmed');
    await server.db.updateTable('expert').set({ enabled: false }).where('id', '=', expertId).execute();
    expect((await remind(office, expertId)).error.code).toBe('expert.disabled');
    expect(await outbox('13800000942')).toEqual([]);
  });
});

describe('the numbers of the last day', () => {
  const HOUR_MS = 3_600_000;
  const behind = {
    '/system/timing': timingApi.logs,
    '/system/login-log': logApi.logins,
    '/system/outbox': outboxApi.list,
    '/system/error-log': logApi.errors,
  };

  /** Failed and successful events, within the day and before it. */
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

  test('are the numbers of rows that their links show', async () => {
    const { token } = await signedIn(server.db, { roleIds: [2] });
    const before = { ...(await numbers(token)), ...(await totals(token)) };
    for (const hours of [0, 23, 25]) await addEvents(new Date(Date.now() - hours * HOUR_MS));
    const { figures, queues } = await read(token);
    const ofLogs = [...figures, ...queues.map(({ code, total, to }) => ({ code, value: total, to }))];
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

test('a school title officer sees only the own school, each number with its list', async () => {
  const deptId = await findSchoolId(server.db, '浙江大学');
  const { token } = await signedIn(server.db, { roleIds: [9], deptId });
  expect(await totals(token)).toEqual({ unconfirmed: 0, proposed: 0 });
  const confirmed = await createExpert(server.db, { school: '浙江大学', phone: '13800000931' });
  await server.call(expertApi.confirm, { token: confirmed.token });
  const { expertId } = await createExpert(server.db, { school: '浙江大学', phone: '13800000932' });
  await createExpert(server.db, { school: '清华大学', phone: '13800000933' });
  const { queues } = await read(token);
  expect(queues).toMatchObject([{ code: 'unconfirmed', total: 1, rows: [{ id: expertId }] }, { total: 0 }]);
  for (const { code, total, to } of queues) {
    const query = Object.fromEntries(new URL(to as string, 'http://localhost').searchParams);
    expect((await server.call(expertPoolApi.list, { token, query })).body.totalElements, code).toBe(total);
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
    queues: [],
    todos: [],
    notices: [{ title: '通知' }],
  });
});

test('links only lead where the reader may go', async () => {
  for (const role of [1, 2, 3, 4, 5, 9]) {
    const { token } = await signedIn(server.db, { roleIds: [role] });
    const { figures } = await read(token);
    expect(figures.length).toBeLessThanOrEqual(6);
    const links = figures.flatMap(({ to }) => (to ? [to] : []));
    if (![1, 2].includes(role)) expect(links).not.toContain('/system/outbox');
  }
});
