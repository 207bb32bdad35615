import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { inTransaction } from '../database/db.ts';
import { badRequest } from '../errors.ts';
import { type Notices, openNotices } from '../database/notices.ts';
import { enqueue, type NewTask } from './enqueue.ts';
import { pauseAfter } from './run-task.ts';
import { GiveUp, type Outcome, type TaskKind } from './task-kind.ts';
import { defaultWorkerOptions, startWorker, type WorkerOptions } from './worker.ts';
import { systemClock } from '../clock.ts';

let server: TestServer;
let notices: Notices;
beforeAll(async () => {
  server = await startTestServer();
  notices = await openNotices(server.connection);
});
afterAll(async () => {
  await notices.close();
  await server.close();
});

const started: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop();
  await server.db.deleteFrom('task').execute();
  await server.db.deleteFrom('secret').where('name', 'like', 'half%').execute();
});

/** A node that knows these kinds only. */
const node = (
  kinds: TaskKind[],
  options: Partial<WorkerOptions> = {},
  schedule: readonly (() => Promise<void>)[] = [],
) => {
  const worker = startWorker({
    db: server.db,
    clock: systemClock,
    log: server.app.log,
    notices,
    kinds,
    schedule,
    options: { ...defaultWorkerOptions, leaseMs: 5000, pollMs: 30, firstPauseMs: 10, ...options },
  });
  started.push(worker);
  return worker;
};
const kindOf = (run: TaskKind['run'], rest: Partial<TaskKind> = {}): TaskKind => ({
  kind: 'test',
  attempts: 3,
  concurrency: 4,
  run,
  ...rest,
});
const add = (task: Partial<NewTask> = {}) =>
  inTransaction(server.db, (tx) => enqueue(tx, { kind: 'test', ...task }));
const read = async (id: number | null) =>
  server.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stateOf = async (id: number | null) => (await read(id)).state;

test('work of a transaction that is rolled back is not done', async () => {
  const failed = inTransaction(server.db, async (tx) => {
    await enqueue(tx, { kind: 'test' });
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await server.db.selectFrom('task').selectAll().execute()).toEqual([]);
});

test('new work is begun at once, without waiting for the next look', async () => {
  node([kindOf(async () => async () => ({ answer: 42 }))], { pollMs: 60_000 });
  const id = await add({ payload: { a: 1 } });
  await expect.poll(() => stateOf(id), { interval: 10 }).toBe('done');
  expect(await read(id)).toMatchObject({
    result: { answer: 42 },
    attempt: 1,
    error: null,
    payload: { a: 1 },
  });
});

test('a clock-driven step that fails stops neither the next one nor the queue', async () => {
  let ran = 0;
  const broken = async () => {
    throw new Error('broken');
  };
  const next = async () => {
    ran += 1;
  };
  node([kindOf(async () => async () => ({}))], {}, [broken, next]);
  const id = await add();
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(ran).toBeGreaterThan(0);
});

test('two nodes share the work and do nothing twice', async () => {
  const ran: number[] = [];
  const kind = kindOf(async ({ task }) => {
    ran.push(task.id);
    return async () => ({});
  });
  node([kind]);
  node([kind]);
  const ids = await Promise.all(Array.from({ length: 60 }, () => add()));
  await expect
    .poll(
      async () =>
        (await server.db.selectFrom('task').select('id').where('state', '=', 'done').execute()).length,
    )
    .toBe(60);
  expect(ran.toSorted((a, b) => a - b)).toEqual(ids.map(Number).toSorted((a, b) => a - b));
});

test('of one key only one is open', async () => {
  const first = await add({ key: 'only' });
  expect(await add({ key: 'only' })).toBeNull();
  node([kindOf(async () => async () => ({}))]);
  await expect.poll(() => stateOf(first)).toBe('done');
  expect(await add({ key: 'only' })).toBeTypeOf('number');
});

test('a node runs no more of a kind than that allows', async () => {
  let now = 0;
  let most = 0;
  let pair = Promise.withResolvers<void>();
  const kind = kindOf(
    async () => {
      now += 1;
      most = Math.max(most, now);
      const { promise, resolve } = pair;
      // Each waits until the others have come.
      if (now === 2) {
        resolve();
        pair = Promise.withResolvers();
      }
      await promise;
      now -= 1;
      return async () => ({});
    },
    { concurrency: 2 },
  );
  for (let count = 0; count < 8; count += 1) await add();
  node([kind]);
  await expect
    .poll(
      async () =>
        (await server.db.selectFrom('task').select('id').where('state', '<>', 'done').execute()).length,
    )
    .toBe(0);
  expect(most).toBe(2);
});

describe('a failure', () => {
  const outcomes: Outcome[] = [];
  const failing = (error: () => Error, until = Number.POSITIVE_INFINITY) =>
    kindOf(
      async ({ task }) => {
        if (task.attempt < until) throw error();
        return async () => ({ attempt: task.attempt });
      },
      { ended: async (_tx, _task, outcome) => void outcomes.push(outcome) },
    );

  test('is tried again', async () => {
    node([failing(() => new Error('weather'), 3)]);
    const id = await add();
    await expect.poll(() => stateOf(id)).toBe('done');
    expect((await read(id)).result).toEqual({ attempt: 3 });
  });

  test('that lasts ends with a number for the person and the error in the log', async () => {
    outcomes.length = 0;
    node([failing(() => new Error('secret internals at /src/x.ts'))]);
    const id = await add();
    await expect.poll(() => stateOf(id)).toBe('failed');
    const { error, attempt } = await read(id);
    expect([attempt, error]).toEqual([
      3,
      expect.stringMatching(/^执行失败，请联系系统管理员（编号 [\w-]{36}）$/),
    ]);
    expect(outcomes).toEqual([{ ok: false, error }]);
    const requestId = /编号 ([\w-]{36})/.exec(error ?? '')?.[1] as string;
    const logged = server.db.selectFrom('error_log').selectAll().where('request_id', '=', requestId);
    expect(await logged.executeTakeFirst()).toMatchObject({
      method: 'TASK',
      path: 'test',
      message: 'secret internals at /src/x.ts',
    });
  });

  test.each([
    ['an answer for a person', () => badRequest('x', '表格中没有数据')],
    ['giving up', () => new GiveUp('表格中没有数据')],
  ])('by %s is not tried again', async (_, error) => {
    node([failing(error)]);
    const id = await add();
    await expect.poll(() => stateOf(id)).toBe('failed');
    expect(await read(id)).toMatchObject({ attempt: 1, error: '表格中没有数据' });
  });

  test('in the last part undoes what that did', async () => {
    node([
      kindOf(async () => async (tx) => {
        await tx.insertInto('secret').values({ name: 'half', value: '' }).execute();
        throw new GiveUp('不行');
      }),
    ]);
    const id = await add();
    await expect.poll(() => stateOf(id)).toBe('failed');
    expect(await server.db.selectFrom('secret').selectAll().where('name', '=', 'half').execute()).toEqual([]);
  });

  test.each([
    [1, 10_000],
    [2, 30_000],
    [4, 270_000],
    [20, 3_600_000],
  ])('number %i waits %i ms', (attempt, pause) => {
    expect(pauseAfter(attempt, 10_000)).toBe(pause);
  });
});

test('progress reaches the pages of the owner, and only those', async () => {
  const [owner, other] = [await signedIn(server.db), await signedIn(server.db)];
  const heard: string[] = [];
  notices.on((topic, payload) => topic === 'user' && heard.push(payload));
  node([
    kindOf(async ({ progress }) => {
      progress(3, 10);
      return async () => ({});
    }),
  ]);
  const id = await add({ ownerId: owner.id });
  await expect.poll(() => stateOf(id)).toBe('done');
  await expect
    .poll(() =>
      heard
        .filter((payload) => payload.startsWith(`${owner.id}:`))
        .map((payload) => JSON.parse(payload.slice(payload.indexOf(':') + 1)) as unknown),
    )
    .toContainEqual({ kind: 'task', task: { id, kind: 'test', state: 'done', done: 3, total: 10 } });
  expect(heard.filter((payload) => payload.startsWith(`${other.id}:`))).toEqual([]);
});

describe('a node that goes', () => {
  test('lets running work end', async () => {
    const work = Promise.withResolvers<void>();
    const worker = node([
      kindOf(async () => {
        await work.promise;
        return async () => ({});
      }),
    ]);
    const id = await add();
    await expect.poll(() => stateOf(id), { interval: 5 }).toBe('running');
    const stopping = worker.stop();
    work.resolve();
    await stopping;
    expect(await stateOf(id)).toBe('done');
  });

  test('puts back what takes too long, and another one does it', async () => {
    const endless = kindOf(async ({ progress }) => {
      for (let done = 0; ; done += 1) {
        progress(done, 0);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const worker = node([endless], { graceMs: 30 });
    const id = await add();
    await expect.poll(() => stateOf(id), { interval: 5 }).toBe('running');
    await worker.stop();
    expect(await read(id)).toMatchObject({ state: 'waiting', attempt: 0, node: null });
    node([kindOf(async () => async () => ({}))]);
    await expect.poll(() => stateOf(id)).toBe('done');
  });

  test('and was silent for too long cannot end what another one has taken over', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const slow = kindOf(async () => async (tx) => {
      await held;
      await tx.insertInto('secret').values({ name: 'half of the first', value: '' }).execute();
      return { by: 'first' };
    });
    // It never prolongs: its timer is a third of the lease, and the lease is put back by hand.
    node([slow], { leaseMs: 60_000 });
    const id = await add();
    await expect.poll(() => stateOf(id)).toBe('running');
    await server.db
      .updateTable('task')
      .set({ due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    node([kindOf(async () => async () => ({ by: 'second' }))]);
    await expect.poll(() => stateOf(id)).toBe('done');
    letGo();
    for (const worker of started.splice(0)) await worker.stop();
    expect((await read(id)).result).toEqual({ by: 'second' });
    const half = server.db.selectFrom('secret').selectAll().where('name', '=', 'half of the first');
    expect(await half.execute()).toEqual([]);
  });

  test('by SIGKILL in mid-run leaves nothing half done, and another one does it once', async () => {
    const script = fileURLToPath(new URL('../../../test/task-worker.ts', import.meta.url));
    const child = spawn(process.execPath, [script, JSON.stringify(server.connection)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    try {
      const id = await add({ kind: 'stuck' });
      await once(child.stdout, 'data');
      expect(await stateOf(id)).toBe('running');
      child.kill('SIGKILL');
      await exited;
      let interruptions = 0;
      node([
        kindOf(
          async () => async (tx) => {
            await tx.insertInto('secret').values({ name: 'half', value: 'of the heir' }).execute();
            return { by: 'heir' };
          },
          { kind: 'stuck', interrupted: async () => void (interruptions += 1) },
        ),
      ]);
      await expect.poll(() => stateOf(id)).toBe('done');
      expect(await read(id)).toMatchObject({ attempt: 2, result: { by: 'heir' } });
      expect(interruptions).toBe(1);
      const half = server.db.selectFrom('secret').select('value').where('name', '=', 'half');
      expect(await half.execute()).toEqual([{ value: 'of the heir' }]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('again and again with the same work is not asked a fifth time', async () => {
    const id = await add();
    await server.db
      .updateTable('task')
      .set({ state: 'running', attempt: 6, due_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    let runs = 0;
    node([
      kindOf(async () => {
        runs += 1;
        return async () => ({});
      }),
    ]);
    await expect.poll(() => stateOf(id)).toBe('failed');
    expect([runs, (await read(id)).error]).toEqual([0, '任务多次在执行中被中断']);
  });
});
