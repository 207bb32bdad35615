import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { timingApi } from '@zhiping/shared/contracts/timing.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { createMailQueue } from '../../platform/outbox/mail-queue.ts';
import { openNotices } from '../../platform/database/notices.ts';
import { defaultWorkerOptions, startWorker } from '../../platform/tasks/worker.ts';
import { type ScheduledJob, scheduledJobs } from './scheduled-jobs.ts';
import { scheduledJobKinds } from './run-scheduled-job.ts';
import { scheduleDueJobs, taskKindOf } from './schedule-jobs.ts';
import { systemClock } from '../../platform/clock.ts';

let server: TestServer;
let otherNode: TestServer;
let admin: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer({ work: {} });
  otherNode = await startTestServer({ connection: server.connection, work: {} });
  admin = await signedIn(server.db, { roleIds: [2] });
});
afterAll(async () => {
  await otherNode.close();
  await server.close();
});
beforeEach(async () => {
  await server.db.deleteFrom('timing_log').execute();
});

const sessionsJob = scheduledJobs.find(({ key }) => key === 'endSessions') as ScheduledJob;
const { id } = sessionsJob;
const jobs = async (query = {}) =>
  (await server.call(timingApi.list, { token: admin.token, query })).body.content;
const find = async () => (await jobs()).find((job) => job.id === id)!;
const logs = async (query = {}) =>
  (await server.call(timingApi.logs, { token: admin.token, query: { jobId: id, ...query } })).body.content;
const update = (change: object) =>
  server.call(timingApi.update, {
    token: admin.token,
    body: { id, cronExpression: '0 0 3 * * *', ...change },
  });
const rowOf = () =>
  server.db.selectFrom('timing_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const makeDue = () =>
  server.db
    .updateTable('timing_job')
    .set({ next_run: new Date(Date.now() - 1000), paused: false })
    .where('id', '=', id)
    .execute();

describe('the list', () => {
  test('has every scheduled job with its times in words', async () => {
    const all = await jobs({ sort: 'id,desc', size: 100 });
    expect(all.map((job) => job.id)).toEqual(scheduledJobs.map((job) => job.id).toReversed());
    expect(all.at(-1)).toMatchObject({
      jobName: '清理已结束的会话',
      beanName: 'endSessions',
      cronWords: '每 10 分钟',
      isPause: false,
      pauseAfterFailure: false,
    });
    expect(all.at(-1)?.nextRuns).toHaveLength(5);
    expect(all.at(-1)?.nextRuns[0]).toMatch(/^(今天|明天) \d\d:\d0$/);
  });

  test('is filtered by name', async () => {
    expect((await jobs({ jobName: '日志' })).map((job) => job.beanName)).toEqual(['logRetention']);
    expect(await jobs({ jobName: '没有的' })).toEqual([]);
  });

  test('is narrowed to one job by its number', async () => {
    expect((await jobs({ id })).map((job) => job.id)).toEqual([id]);
    expect(await jobs({ id: 999_999 })).toEqual([]);
  });

  test('may be read with timing:list, but not changed', async () => {
    const reader = await signedIn(server.db, {
      roleIds: [await createRole(server.db, { permissions: ['timing:list'] })],
    });
    const { token } = reader;
    expect((await server.call(timingApi.list, { token })).status).toBe(200);
    expect((await server.call(timingApi.pause, { token, params: { id } })).status).toBe(403);
    expect((await server.call(timingApi.execute, { token, params: { id } })).status).toBe(403);
  });
});

describe('settings', () => {
  test('a new time takes effect and is audited', async () => {
    const { version } = await find();
    expect((await update({ version, cronExpression: '0 0 8 ? * MON' })).status).toBe(204);
    expect(await find()).toMatchObject({ cronWords: '每周一 08:00', version: version + 1 });
    expect((await rowOf()).next_run?.toISOString()).toMatch(/T00:00:00/);
    const event = await server.db
      .selectFrom('audit_event')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'timing.changed')
      .executeTakeFirst();
    expect(event).toEqual({
      actor_id: admin.id,
      detail: {
        job: 'endSessions',
        cron: '0 0 8 ? * MON',
        paused: false,
        old: { cron: '0 */10 * * * *', paused: false },
      },
    });
  });

  test.each([
    ['every second', '* * * * * *', '「秒」只能是一个数：任务最多每分钟执行一次'],
    ['a number for a weekday', '0 0 3 ? * 2', '周请写作 MON 到 SUN：数字在不同系统中含义不同'],
    ['no expression', 'daily', '请按「秒 分 时 日 月 周」填写 6 项，用空格隔开'],
    ['a day that never comes', '0 0 3 30 2 *', '按这个表达式任务永远不会执行'],
  ])('%s is refused at its field', async (_, cronExpression, message) => {
    const { status, error } = await update({ cronExpression });
    expect([status, error.errors]).toEqual([400, [{ field: 'cronExpression', message }]]);
  });

  test.each([
    ['jobName', '别的'],
    ['beanName', 'jdbcTemplate'],
    ['methodName', 'execute'],
    ['params', 'drop table'],
    ['subTask', '3'],
  ])('another %s is refused', async (field, value) => {
    const { status, error } = await update({ [field]: value });
    expect([status, error.errors?.[0]?.field]).toEqual([400, field]);
  });

  test('a row sent back by a stock client is accepted', async () => {
    const job = await find();
    const body = { ...job, isPause: 'false', cronExpression: '0 0/10 * * * ?', version: undefined };
    expect((await server.call(timingApi.update, { token: admin.token, body })).status).toBe(204);
    expect((await find()).cronWords).toBe('每 10 分钟');
  });

  test("a change over another user's is refused", async () => {
    const { version } = await find();
    await update({ version });
    expect((await update({ version })).error.code).toBe('edit.conflict');
  });

  test('jobs can be neither added nor deleted, with the reason', async () => {
    const added = await server.call(timingApi.create, {
      token: admin.token,
      body: { jobName: 'x', beanName: 'y' },
    });
    expect([added.status, added.error.message]).toEqual([400, '定时任务由系统内置，不能新增']);
    const removed = await server.call(timingApi.remove, { token: admin.token, body: [id] });
    expect([removed.status, removed.error.message]).toEqual([
      400,
      '定时任务由系统内置，不能删除；不需要时请暂停',
    ]);
    expect(await find()).toBeDefined();
  });
});

describe('pausing', () => {
  const pause = (body?: object) =>
    server.call(timingApi.pause, { token: admin.token, params: { id }, ...(body ? { body } : {}) });

  test('without a body turns over, as stock clients do', async () => {
    expect((await pause()).status).toBe(204);
    expect(await find()).toMatchObject({ isPause: true, nextRuns: [] });
    expect((await rowOf()).next_run).toBeNull();
    await pause();
    expect((await find()).isPause).toBe(false);
    expect((await rowOf()).next_run).not.toBeNull();
  });

  test('keeps a paused job from running, but not from being run by hand', async () => {
    await pause({ isPause: true });
    await server.db
      .updateTable('timing_job')
      .set({ next_run: new Date(0) })
      .where('id', '=', id)
      .execute();
    await scheduleDueJobs(server.db, new Date());
    expect(await logs()).toEqual([]);
    expect((await server.call(timingApi.execute, { token: admin.token, params: { id } })).status).toBe(204);
    await expect.poll(() => logs()).toMatchObject([{ trigger: 'manual', isSuccess: true }]);
    await pause({ isPause: false });
  });
});

describe('runs', () => {
  test('a due job runs once over two nodes, with its log', async () => {
    const ended = await signedIn(server.db);
    await server.db
      .updateTable('session')
      .set({ seen_at: new Date(Date.now() - 3 * 3_600_000) })
      .where('user_id', '=', ended.id)
      .execute();
    await makeDue();
    await expect.poll(() => logs()).toHaveLength(1);
    expect(await logs()).toMatchObject([
      {
        jobId: id,
        jobName: '清理已结束的会话',
        beanName: 'endSessions',
        trigger: 'cron',
        isSuccess: true,
        result: '删除 1 个会话',
        exceptionDetail: null,
      },
    ]);
    expect((await rowOf()).next_run?.getTime()).toBeGreaterThan(Date.now());
    for (let round = 0; round < 5; round += 1) {
      await makeDue();
      await Promise.all([scheduleDueJobs(server.db, new Date()), scheduleDueJobs(otherNode.db, new Date())]);
      await expect.poll(() => logs()).toHaveLength(round + 2);
    }
  });

  test('one that is open is not begun a second time', async () => {
    await server.db
      .insertInto('task')
      .values({ kind: 'held', key: taskKindOf(sessionsJob), due_at: new Date(Date.now() + 3_600_000) })
      .execute();
    expect((await find()).isRunning).toBe(true);
    const { status, error } = await server.call(timingApi.execute, {
      token: admin.token,
      params: { id },
    });
    expect([status, error.message]).toEqual([409, '任务正在执行，请稍后再试']);
    await server.db.deleteFrom('task').where('kind', '=', 'held').execute();
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('the log is filtered by success %s', async (isSuccess, count) => {
    await server.call(timingApi.execute, { token: admin.token, params: { id } });
    await expect.poll(() => logs()).toHaveLength(1);
    expect(await logs({ isSuccess })).toHaveLength(count);
  });

  test('every scheduled job runs', async () => {
    for (const job of scheduledJobs)
      await server.call(timingApi.execute, { token: admin.token, params: { id: job.id } });
    await expect
      .poll(async () =>
        (await server.db.selectFrom('timing_log').select(['job_id', 'succeeded']).execute())
          .filter(({ succeeded }) => succeeded)
          .map((log) => log.job_id)
          .toSorted((a, b) => a - b),
      )
      .toEqual(scheduledJobs.map((job) => job.id));
  });
});

test('a failing job is logged without internals, notifies administrators once, mails and pauses itself', async () => {
  const broken: ScheduledJob = {
    ...sessionsJob,
    id: 9001,
    key: 'broken',
    name: '会失败的任务',
    run: async () => {
      throw new Error('select password_hash from sys_user');
    },
  };
  await server.db
    .insertInto('timing_job')
    .values({ id: 9001, cron: '0 0 3 * * *', email: 'alarm@example.org', pause_after_failure: true })
    .execute();
  const notices = await openNotices(server.connection);
  const queueMail = createMailQueue(false, server.app.log, { logContent: false });
  const { config } = { config: { LOG_RETENTION_DAYS: 30 } as never };
  const worker = startWorker({
    db: server.db,
    clock: systemClock,
    log: server.app.log,
    notices,
    kinds: scheduledJobKinds(
      { db: server.db, clock: systemClock, config, queueMail, queueSms: async () => {} },
      [broken],
    ),
    schedule: [],
    options: { ...defaultWorkerOptions, pollMs: 20 },
  });
  const [plain] = [await signedIn(server.db)];
  for (const count of [1, 2]) {
    await server.db.insertInto('task').values({ kind: 'timing:broken', key: 'timing:broken' }).execute();
    await expect.poll(async () => (await logs({ jobId: 9001 })).length).toBe(count);
  }
  await worker.stop();
  await notices.close();
  const [log] = await logs({ jobId: 9001 });
  expect(log).toMatchObject({
    isSuccess: false,
    exceptionDetail: expect.stringMatching(/^执行失败，请联系系统管理员（编号 [\w-]{36}）$/),
  });
  const told = (token: string) => server.call(notificationApi.list, { token });
  expect((await told(admin.token)).body).toMatchObject({
    unread: 1,
    content: [{ kind: 'error', text: expect.stringContaining('「会失败的任务」'), isRead: false }],
  });
  expect((await told(plain.token)).body.content).toEqual([]);
  const mails = server.db
    .selectFrom('outbox')
    .select(['subject', 'status'])
    .where('recipient', '=', 'alarm@example.org');
  expect((await mails.execute())[0]).toMatchObject({
    subject: expect.stringContaining('定时任务「会失败的任务」执行失败'),
    status: 'kept',
  });
  const stored = server.db.selectFrom('timing_job').select(['paused', 'update_by']).where('id', '=', 9001);
  expect(await stored.executeTakeFirst()).toEqual({ paused: true, update_by: '系统' });
});
