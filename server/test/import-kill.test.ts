import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from './factories.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { databaseUrlOf } from './database-url.ts';
import { sheetForm, sheetOfUsers, userRow } from './sheets.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const COUNT = 6000;

/** Only for its database; the work is done by processes. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const startProcess = async () => {
  const child = spawn(process.execPath, [main], {
    cwd: server.dataDir,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: server.dataDir,
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrlOf(server.connection),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  await expect.poll(() => output, { timeout: 20_000 }).toMatch(/http:\S+\/title/);
  return { child, address: /(http:\S+\/title)/.exec(output)?.[1] as string };
};

const stop = async (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') => {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

const stored = async () =>
  (await server.db.selectFrom('sys_user').select('id').where('username', 'like', 'kill%').execute()).length;

test('a server that is killed while it stores an import leaves nothing of it, and the next one does it once', async () => {
  const { token } = await signedIn(server.db, { roleIds: [1] });
  const rows = Array.from({ length: COUNT }, (_, index) => userRow(`kill${index}`));
  const first = await startProcess();
  const answer = await fetch(`${first.address}/api/users/batch`, {
    method: 'POST',
    headers: { authorization: token },
    body: sheetForm(await sheetOfUsers(rows)),
  });
  const { taskId } = (await answer.json()) as { taskId: number };
  const task = () =>
    server.db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow();
  // A third is looking at the rows; beyond it they are being stored.
  await expect
    .poll(async () => (await task()).done, { timeout: 30_000, interval: 20 })
    .toBeGreaterThan(COUNT);
  await stop(first.child, 'SIGKILL');
  expect([(await task()).state, await stored()]).toEqual(['running', 0]);

  const second = await startProcess();
  try {
    await expect.poll(async () => (await task()).state, { timeout: 40_000 }).toBe('done');
    expect(await task()).toMatchObject({ attempt: 2, result: { created: COUNT } });
    expect(await stored()).toBe(COUNT);
  } finally {
    await stop(second.child, 'SIGTERM');
  }
}, 90_000);
