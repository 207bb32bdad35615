import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { databaseUrlOf } from './database-url.ts';
import { createTestDatabase } from './harness.ts';
import { startS3 } from './s3-server.ts';
import { helperEnv } from '../src/platform/helper-env.ts';

/** The product as a process, as an office runs it. */

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const started: ChildProcess[] = [];
const directories: string[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true });
});

const run = async (env: Record<string, string>) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'zhiping-main-'));
  directories.push(dataDir);
  const child = spawn(process.execPath, [main], {
    cwd: dataDir,
    env: {
      ...helperEnv(),
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...env,
    },
  });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const address = async () => {
    await expect.poll(() => output).toMatch(/http:\S+\/title/);
    return /(http:\S+\/title)/.exec(output)?.[1] as string;
  };
  return { child, exited, address, output: () => output };
};

test('SIGTERM finishes the calls in flight and ends with 0', async () => {
  const { connection, drop } = await createTestDatabase();
  const [blocker, observer] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([blocker.connect(), observer.connect()]);
  // One of them deletes old captchas every ten minutes and would wait beside the call.
  await blocker.query('update timing_job set paused = true, next_run = null');
  const server = await run({ DATABASE_URL: databaseUrlOf(connection) });
  const address = await server.address();
  // A lock that another session holds keeps the call in flight for as long as the test wants.
  await blocker.query('begin; lock table captcha in access exclusive mode');
  const call = fetch(`${address}/auth/code`);
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  // A transaction sees only the connections that there were when it first looked, so the blocker cannot look itself.
  await expect.poll(async () => (await observer.query(waiting)).rowCount).toBe(1);
  server.child.kill('SIGTERM');
  await expect.poll(() => server.output()).toContain('正在停止');
  await blocker.query('commit');
  await Promise.all([blocker.end(), observer.end()]);
  expect((await call).status).toBe(200);
  expect(await server.exited).toBe(0);
  await drop();
});

test('ready turns 503 when the database is gone, live stays', async () => {
  const { connection, drop } = await createTestDatabase();
  const server = await run({ DATABASE_URL: databaseUrlOf(connection) });
  const address = await server.address();
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  await drop();
  const ready = await fetch(`${address}/health/ready`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ status: 503, message: '数据库暂时无法连接，请稍后再试' });
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
});

test('wrong settings end it with all their problems and no stack', async () => {
  const server = await run({ PORT: 'x', NODE_ENV: 'production', CAPTCHA_ANSWER: '1', LOG_LEVEL: 'loud' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain('PORT');
  expect(server.output()).toContain('LOG_LEVEL');
  expect(server.output()).not.toMatch(/at .*\.ts/);
});

test('a bucket that is not there ends it before anything else', async () => {
  const s3 = await startS3();
  const server = await run({ ...s3.env, S3_BUCKET: 'gone' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain('S3_BUCKET：对象存储中没有名为 gone 的桶');
  expect(server.output()).not.toMatch(/at .*\.ts/);
  s3.close();
});

test('a port that is taken ends it before the database is touched', async () => {
  const { connection, drop } = await createTestDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const env = { DATABASE_URL: databaseUrlOf(connection), HOST: '127.0.0.1', PORT: String(port) };
  const server = await run({ ...env, NODE_ENV: 'production' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(`PORT：端口 ${port} 已被其他程序占用`);
  expect(server.output()).not.toMatch(/at .*\.ts/);
  const { rows } = await client.query(`select 1 from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([]);
  taken.close();
  await client.end();
  await drop();
});

test('an unused one-time password is another with each start, and logs hold no secrets', async () => {
  const { connection, drop } = await createTestDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
  const env = { DATABASE_URL: databaseUrlOf(connection), NODE_ENV: 'production', LOG_LEVEL: 'info' };
  const first = await run(env);
  const address = await first.address();
  expect(first.output()).toMatch(/一次性密码.*：[\w-]{20}/);
  await fetch(`${address}/auth/phone/code?phoneNumber=13911112222`, {
    headers: { authorization: 'Bearer hidden-token' },
  });
  await expect.poll(() => first.output()).toContain('/title/auth/phone/code');
  expect(first.output()).not.toMatch(/13911112222|hidden-token/);
  first.child.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  const second = await run(env);
  await second.address();
  const passwordOf = (output: string) => /一次性密码.*：([\w-]{20})/.exec(output)?.[1];
  expect(passwordOf(second.output())).toBeDefined();
  expect(passwordOf(second.output())).not.toBe(passwordOf(first.output()));
  second.child.kill('SIGTERM');
  await second.exited;
  await drop();
});
