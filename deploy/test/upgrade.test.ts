import { mkdir, mkdtemp, readdir, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrlOf } from '../../server/test/database-url.ts';
import { createTestDatabase } from '../../server/test/harness.ts';
import { call, jsonOf, signInFirst } from './client.ts';
import { isSuccess, startLoad } from './load.ts';
import { startNginx } from './nginx.ts';
import { INITIAL_ADMIN_PASSWORD, isReady, launchNode } from './node.ts';
import { freePort, root, run, type Running, stop, until } from './processes.ts';
import { makeTree, serveRestarts, upgrade } from './releases.ts';

/** Releases beside each other, from the first to one that cannot start, under load behind a real nginx. */

let directory: string;
let home: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let ports: [number, number];
let env: Record<string, string>;
let settings: Record<string, string>;
let restarts: Awaited<ReturnType<typeof serveRestarts>>;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let token: string;
const nodes = new Map<number, Running>();
/** Run before each restart of a node. */
let beforeRestart = async () => {};

const current = async () => basename(await realpath(join(home, 'current')));
const restart = async (port: number) => {
  await beforeRestart();
  const former = nodes.get(port);
  if (former) await stop(former);
  const node = launchNode(port, env, await realpath(join(home, 'current')));
  nodes.set(port, node);
  const isUp = until(`node on ${port}`, () => isReady(port));
  return Promise.race([isUp.then(() => true), node.ended.then(() => false)]);
};
const upgradeTo = (tree: string, ...args: string[]) => upgrade(tree, { directory, home, settings }, args);

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'zhiping-upgrade-'));
  home = join(directory, 'opt');
  ports = [await freePort(), await freePort()];
  env = {
    DATABASE_URL: databaseUrlOf(database.connection),
    DATA_DIR: join(directory, 'data'),
    WEB_ASSETS_DIR: join(home, 'assets'),
    TRUST_PROXY: 'true',
    INITIAL_ADMIN_PASSWORD,
    DEMO_DATA: 'false',
    NODE_COMPILE_CACHE: join(directory, 'compiled'),
  };
  // With what is compiled of the packages; what is compiled of the releases goes with them.
  const { NODE_COMPILE_CACHE: compiled = '' } = process.env;
  await run('bash', ['-c', `cp -al '${compiled}' '${directory}/compiled' || true`]);
  await writeFile(
    join(directory, 'zhiping.env'),
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  restarts = await serveRestarts(directory, restart);
  settings = {
    NODES: ports.join(' '),
    ENV_FILE: join(directory, 'zhiping.env'),
    RESTART: restarts.command,
    BACKUP: `touch ${directory}/backed-up`,
    COMPILED: env['NODE_COMPILE_CACHE'] as string,
    NGINX_CONF: '',
  };
});
afterAll(async () => {
  await restarts?.close();
  await nginx?.close();
  await Promise.all([...nodes.values()].map((node) => stop(node, 'SIGKILL')));
  await database?.drop();
  await rm(directory, { recursive: true, force: true });
});

test('the first run installs and starts', async () => {
  const { code, output } = await upgradeTo(await makeTree(directory, '0.9.0'));
  expect(code, output).toBe(0);
  expect(await current()).toBe('0.9.0');
  nginx = await startNginx(ports);
  token = await signInFirst(nginx.base, 'Between-Releases-2026');
  Object.assign(settings, { NGINX_CONF: nginx.site, NGINX: nginx.command });
});

/** Visitors who open the page and fetch its script, and those of every page that any of them has seen before. */
const startVisits = (count: number) => {
  const scripts = new Set<string>();
  const failed: string[] = [];
  let visits = 0;
  let isStopped = false;
  const get = async (path: string, from: string) => {
    const answer = await call(nginx.base, 'GET', path, { from }).catch((error: Error) => error.message);
    if (typeof answer === 'string' || answer.status !== 200)
      failed.push(`${path}: ${typeof answer === 'string' ? answer : answer.status}`);
    return typeof answer === 'string' ? '' : answer.body.toString();
  };
  const visit = async (from: string) => {
    while (!isStopped) {
      const page = await get('/web/', from);
      for (const [, script = ''] of page.matchAll(/src="\/title([^"]+)"/g)) scripts.add(script);
      for (const script of scripts) await get(script, from);
      visits += 1;
    }
  };
  const all = Array.from({ length: count }, (_, index) => visit(`127.0.2.${index + 1}`));
  const end = async () => {
    isStopped = true;
    await Promise.all(all);
  };
  return { scripts, failed, visits: () => visits, end };
};

/** Everything that people do while `work` runs; none of it may fail. */
const underLoad = async <T>(work: () => Promise<T>) => {
  const load = startLoad(nginx.base, token, { writers: 1 });
  const visits = startVisits(1);
  const result = await work();
  await load.stop();
  await visits.end();
  expect(load.records.filter((record) => !isSuccess(record))).toEqual([]);
  expect(load.records.length).toBeGreaterThan(50);
  expect(visits.failed).toEqual([]);
  expect(visits.visits()).toBeGreaterThan(20);
  return { ...(result as T), scripts: [...visits.scripts] };
};

const isCurrent = async (version: string) => {
  expect(await current()).toBe(version);
  const page = await call(nginx.base, 'GET', '/web/');
  expect(page.body.toString()).toContain(`start-${version}.js`);
  const ready = await call(nginx.base, 'GET', '/health/ready');
  expect(jsonOf(ready)).toMatchObject({ version });
};

test('a release whose check fails is not switched to', async () => {
  const tree = await makeTree(directory, '0.9.1', {
    'server/src/config.ts': '\nthrow new Error("broken");\n',
  });
  const { code, output } = await upgradeTo(tree);
  expect(output).toContain('核对没有通过');
  expect(code).toBe(1);
  await isCurrent('0.9.0');
});

test('a release whose nodes do not get ready is taken back, and no request fails', async () => {
  const tree = await makeTree(directory, '0.9.2', { 'server/src/start.ts': '\nprocess.exit(1);\n' });
  const { code, output } = await underLoad(() => upgradeTo(tree));
  expect(output).toContain('0.9.2 没有就绪，已退回 0.9.0');
  expect(code).toBe(1);
  expect(await readdir(join(home, 'releases'))).toEqual(['0.9.0', '0.9.1']);
  await isCurrent('0.9.0');
});

test('an upgrade fails no request, has the files of both releases, ends the exports asked meanwhile, and keeps three', async () => {
  const tree = await makeTree(directory, '0.10.0');
  expect(await upgradeTo(tree, '--prepare')).toMatchObject({ code: 0 });
  await isCurrent('0.9.0');
  // As a page of another machine asks for it, which has been upgraded before this one.
  expect((await call(nginx.base, 'GET', '/web/assets/start-0.10.0.js')).status).toBe(200);

  const eldest = join(home, 'releases', '0.1.0');
  await mkdir(join(eldest, 'web/dist/assets'), { recursive: true });
  await writeFile(join(eldest, 'web/dist/assets/start-0.1.0.js'), '');
  await utimes(eldest, 0, 0);
  const exports: number[] = [];
  beforeRestart = async () => {
    const json = { path: '/api/job/download' };
    const asked = await call(nginx.base, 'POST', '/api/exports', { token, json });
    exports.push(jsonOf<{ taskId: number }>(asked).taskId);
  };
  const { code, output, scripts } = await underLoad(() => upgradeTo(tree));
  beforeRestart = async () => {};
  expect(code, output).toBe(0);
  await isCurrent('0.10.0');
  expect(scripts).toEqual(['/web/assets/start-0.9.0.js', '/web/assets/start-0.10.0.js']);
  expect(await readdir(join(home, 'releases'))).toEqual(['0.10.0', '0.9.0', '0.9.1']);
  const kept = ['0.10.0', '0.9.0', '0.9.1'].map((version) => `start-${version}.js`);
  expect(await readdir(join(home, 'assets'))).toEqual(kept);
  expect(exports).toHaveLength(2);
  for (const id of exports)
    await expect
      .poll(async () => (await call(nginx.base, 'GET', `/api/exports/${id}`, { token })).status)
      .toBe(200);
});

test('one command goes back to the release before', async () => {
  const [first, second] = ports;
  Object.assign(settings, { NODES: String(first) });
  const { code, output } = await upgradeTo(join(home, 'current'), '--back');
  expect(code, output).toBe(0);
  expect(await current()).toBe('0.9.0');
  Object.assign(settings, { NODES: `${second} ${first}` });
});

test('after a migration nothing goes back, the other node goes on, and the message says what to do', async () => {
  const tree = await makeTree(directory, '0.11.0', {
    'server/migrations/9999_more.sql': 'create table more (id integer);\n',
    'server/src/start.ts': '\nprocess.exit(1);\n',
  });
  const broken = await upgradeTo(tree);
  expect(broken.output).toMatch(/先备份[^]*升级数据库[^]*旧版本 0\.9\.0 不能再启动[^]*从升级前的备份恢复/);
  expect(broken.code).toBe(1);
  expect(await readdir(directory)).toContain('backed-up');
  const back = await upgradeTo(tree, '--back');
  expect(back.output).toContain('不能退回 0.9.0');
  expect((await call(nginx.base, 'GET', '/auth/info', { token })).status).toBe(200);
});

test('a node that does not get ready in time ends a rolling restart', async () => {
  const env = { PATH: process.env['PATH'], NGINX_CONF: '', RESTART: 'true', READY_SECONDS: '0' };
  const port = String(await freePort());
  const restarting = run(join(root, 'deploy/rolling-restart.sh'), [port], { env });
  await expect(restarting).rejects.toThrow(`节点 ${port} 在 0 秒内没有就绪`);
});
