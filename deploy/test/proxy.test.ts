import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { asRole } from '../../server/test/global-setup.ts';
import { databaseUrlOf } from '../../server/test/database-url.ts';
import { adminConnection } from '../../server/test/admin-connection.ts';
import { createTestDatabase } from '../../server/test/harness.ts';
import { call, jsonOf, signIn, signInFirst } from './client.ts';
import { isSuccess, startLoad } from './load.ts';
import { startNginx } from './nginx.ts';
import { INITIAL_ADMIN_PASSWORD, startNode } from './node.ts';
import { freePort, root, run, type Running, stop } from './processes.ts';

/** Two nodes behind a real nginx with the configuration that is shipped, on one database and one directory of files. */

const PASSWORD = 'Behind-Nginx-2026';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
const role = `zhiping_app_${randomBytes(4).toString('hex')}`;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let directory: string;
let ports: [number, number];
let env: Record<string, string>;
let token: string;
const nodes = new Map<number, Running>();

const startOn = async (port: number) => void nodes.set(port, await startNode(port, env));

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'zhiping-proxy-'));
  ports = [await freePort(), await freePort()];
  const owner = databaseUrlOf(database.connection);
  const admin = await adminConnection();
  await admin.query(`create role ${role} login password 'app'`);
  const app = databaseUrlOf(asRole(database.connection, role, 'app'));
  // As an operator does it: the owner migrates, and the nodes run as a role that owns no table.
  const migrated = await run(process.execPath, [join(root, 'server/scripts/migrate.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      DEMO_DATA: 'false',
      INITIAL_ADMIN_PASSWORD,
      DATA_DIR: directory,
      DATABASE_URL: app,
      MIGRATE_DATABASE_URL: owner,
    },
  });
  if (!migrated.includes(role)) throw new Error(migrated);
  env = {
    DATABASE_URL: app,
    DATA_DIR: directory,
    TRUST_PROXY: 'true',
    FILE_MAX_MB: '400',
    METRICS_TOKEN: 'metrics-token-of-the-test',
  };
  await Promise.all(ports.map(startOn));
  nginx = await startNginx(ports);
  token = await signInFirst(nginx.base, PASSWORD);
});

afterAll(async () => {
  await nginx?.close();
  await Promise.all([...nodes.values()].map((node) => stop(node, 'SIGKILL')));
  await database?.drop();
  await (await adminConnection()).query(`drop role if exists ${role}`);
  await rm(directory, { recursive: true, force: true });
});

test('people sign in through it, the root leads to the web app, metrics stay inside', async () => {
  expect((await call(nginx.base, 'GET', '/auth/info', { token })).status).toBe(200);
  expect((await call(nginx.base, 'GET', '/..')).headers.location).toMatch(/\/title\/web\/$/);
  const metrics = { headers: { authorization: `Bearer ${env['METRICS_TOKEN']}` } };
  expect((await call(`http://127.0.0.1:${ports[0]}`, 'GET', '/metrics', metrics)).status).toBe(200);
  expect((await call(nginx.base, 'GET', '/metrics', metrics)).status).toBe(404);
  expect((await call(nginx.plain, 'GET', '/web/')).headers.location).toMatch(/^https:/);
});

test('a forged address header of a caller is ignored', async () => {
  const wrong = (forged: string) =>
    signIn(nginx.base, {
      username: `nobody-${forged}`,
      password: 'wrong',
      from: '127.0.0.9',
      headers: { 'x-forwarded-for': forged },
    });
  for (let attempt = 1; attempt <= 20; attempt += 1)
    expect((await wrong(`10.9.9.${attempt}`)).status).toBe(400);
  expect((await wrong('10.9.9.21')).body.toString()).toContain('账号已锁定');
  const other = { username: 'admin', password: PASSWORD, headers: { 'x-forwarded-for': '127.0.0.9' } };
  const answer = await signIn(nginx.base, { ...other, from: '127.0.0.8' });
  expect(answer.status).toBe(200);
  const online = await call(nginx.base, 'GET', '/auth/online?size=100', { token });
  const ips = jsonOf<{ content: { ip: string }[] }>(online).content.map(({ ip }) => ip);
  expect(ips).toContain('127.0.0.8');
  expect(ips).not.toContain('127.0.0.9');
});

test('300 MB go up and come down unchanged', async () => {
  const block = randomBytes(1024 * 1024);
  const boundary = 'zhiping-deploy-test';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const hash = createHash('sha256');
  const content = function* () {
    const first = Buffer.concat([Buffer.from('%PDF-1.7\n'), block]);
    hash.update(first);
    yield first;
    for (let megabyte = 1; megabyte < 300; megabyte += 1) {
      hash.update(block);
      yield block;
    }
  };
  const body = function* () {
    yield Buffer.from(head);
    yield* content();
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  };
  const sent = await call(nginx.base, 'POST', '/api/localStorage', {
    token,
    stream: {
      body: Readable.from(body()),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    },
  });
  expect(sent.status, sent.body.toString().slice(0, 500)).toBe(201);
  const { path } = jsonOf<{ path: string }>(sent);
  const read = await call(nginx.base, 'GET', path.replace(/^\/title/, ''), { token });
  expect(read.status).toBe(200);
  expect(createHash('sha256').update(read.body).digest('hex')).toBe(hash.digest('hex'));
});

test('open pages keep their line', async () => {
  const socket = new WebSocket(`${nginx.base.replace('https', 'wss')}/title/webSocket`, {
    rejectUnauthorized: false,
  });
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => resolve(data.toString()));
    socket.on('open', () => socket.send(JSON.stringify({ kind: 'hello', token })));
  });
  expect(JSON.parse(await answer)).toEqual({ kind: 'ready' });
  socket.close();
});

test('a node that is killed under load costs only the calls it had in hand', async () => {
  const load = startLoad(nginx.base, token, { readers: 4, writers: 4 });
  const [killed] = ports;
  await expect.poll(() => load.records.length).toBeGreaterThan(200);
  const before = performance.now();
  await stop(nodes.get(killed) as Running, 'SIGKILL');
  const dead = performance.now();
  const enough = load.records.length + 400;
  await expect.poll(() => load.records.length).toBeGreaterThan(enough);
  await load.stop();
  const failed = load.records.filter((record) => !isSuccess(record));
  expect(failed.filter(({ start, end }) => start > dead || end < before)).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(8);
  await startOn(killed);
});

test('a rolling restart fails no call', async () => {
  // In place of systemctl: reports to this test which node to restart, and waits until it has done so.
  const restart = join(directory, 'restart.sh');
  await writeFile(
    restart,
    `#!/bin/sh\necho "$1" >'${directory}/wanted'\nwhile [ -e '${directory}/wanted' ]; do sleep 0.1; done\n`,
    {
      mode: 0o755,
    },
  );
  const pids = ports.map((port) => nodes.get(port)?.child.pid);
  const load = startLoad(nginx.base, token, { readers: 4, writers: 4 });
  const script = run(join(root, 'deploy/rolling-restart.sh'), ports.map(String), {
    env: { PATH: process.env['PATH'], NGINX_CONF: nginx.site, NGINX: nginx.command, RESTART: restart },
  });
  for (const port of ports) await restartWhenWanted(port);
  await script;
  await load.stop();
  expect(load.records.filter((record) => !isSuccess(record))).toEqual([]);
  expect(load.records.length).toBeGreaterThan(500);
  expect(ports.map((port) => nodes.get(port)?.child.pid)).not.toEqual(pids);
});

const restartWhenWanted = async (port: number) => {
  const wanted = join(directory, 'wanted');
  await expect.poll(() => readFile(wanted, 'utf8').catch(() => '')).toBe(`${port}\n`);
  await stop(nodes.get(port) as Running);
  await startOn(port);
  await rm(wanted);
};
