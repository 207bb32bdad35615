import { mkdtemp, realpath, rm, chmod } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { healthApi } from '@zhiping/shared/contracts/health.ts';
import { jobApi } from '@zhiping/shared/contracts/job.ts';
import { startOwnPostgres } from '../src/own-postgres/start.ts';
import { setUpDatabase } from '../src/setup-database.ts';
import { readConfig } from '../src/config.ts';
import { signedIn } from './factories.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';

/** A missing dependency is answered with a retryable 503, never a 500. */

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

const job = (name: string) => ({ name, jobSort: 1, enabled: true });
const write = (name: string, to = server) =>
  to.app.inject(requestOf(jobApi.create, { token, body: job(name) }));

type Response = Awaited<ReturnType<typeof write>>;
const seen = (response: Response) => ({ ...response.json(), retryAfter: response.headers['retry-after'] });
const unavailable = (message: string) =>
  expect.objectContaining({
    status: 503,
    code: 'service.unavailable',
    message: expect.stringContaining(message),
    retryAfter: '5',
  });

/** The database itself raises this for every new job. */
const raise = async (state: string) => {
  await sql`create or replace function refuse() returns trigger language plpgsql as
    ${sql.raw(`$$ begin raise exception 'refused' using errcode = '${state}'; end $$`)}`.execute(server.db);
  await sql`create or replace trigger refuse before insert on job for each row execute function refuse()`.execute(
    server.db,
  );
  onTestFinished(async () => void (await sql`drop trigger if exists refuse on job`.execute(server.db)));
};

describe('errors of the database', () => {
  test.each([
    ['53100', '存储空间不足'],
    ['53200', '繁忙'],
    ['53300', '繁忙'],
    ['57P01', '数据库暂时无法连接'],
    ['57P03', '数据库暂时无法连接'],
    ['08006', '数据库暂时无法连接'],
    ['28P01', '数据库暂时无法连接'],
    ['58030', '数据库暂时无法连接'],
    ['25006', '数据库暂时无法连接'],
  ])('SQLSTATE %s', async (state, message) => {
    await raise(state);
    expect(seen(await write('拒绝'))).toEqual(unavailable(message));
  });

  test('an own fault stays a 500', async () => {
    await raise('42P01');
    expect((await write('拒绝')).statusCode).toBe(500);
  });
});

test('a disk too full to note that a session is in use refuses no reader', async () => {
  const reader = await signedIn(server.db, { roleIds: [1] });
  await sql`update session set seen_at = now() - interval '5 minutes'`.execute(server.db);
  await sql`create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '53100'; end $$`.execute(server.db);
  await sql`create trigger refuse before update on session for each row execute function refuse()`.execute(
    server.db,
  );
  onTestFinished(async () => void (await sql`drop trigger refuse on session`.execute(server.db)));
  expect((await server.call(authApi.info, { token: reader.token })).status).toBe(200);
  expect((await server.call(jobApi.list, { token: reader.token })).status).toBe(200);
});

test('a connection that is ended in the middle of a statement', async () => {
  const blocker = await server.pool.connect();
  await blocker.query('begin; lock table job in access exclusive mode');
  const answer = write('等候');
  const waiting =
    "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  // Asked by another connection: the transaction of the blocker only sees the connections of its first look.
  await expect.poll(async () => (await server.pool.query(waiting)).rowCount).toBe(1);
  await server.pool.query(`select pg_terminate_backend(pid) from (${waiting}) as w`);
  expect(seen(await answer)).toEqual(unavailable('数据库暂时无法连接'));
  await blocker.query('rollback');
  blocker.release();
  expect((await write('之后')).statusCode).toBe(201);
});

test('an exhausted pool is reported within five seconds, and is ready again with it', async () => {
  const held: pg.PoolClient[] = [];
  while (held.length < 10) held.push(await server.pool.connect());
  expect(seen(await write('排队'))).toEqual(unavailable('繁忙'));
  expect(server.pool.options.connectionTimeoutMillis).toBeLessThan(5000);
  const ready = await server.call(healthApi.ready);
  expect(ready).toMatchObject({
    status: 503,
    error: { code: 'not_ready', message: expect.stringContaining('繁忙') },
  });
  for (const client of held) client.release();
  expect((await server.call(healthApi.ready)).status).toBe(200);
});

test('a disk that is nearly full', async () => {
  const nearly = await startTestServer({
    connection: server.connection,
    env: { DISK_RESERVE_MB: '1000000000' },
  });
  onTestFinished(nearly.close);
  const ready = await nearly.call(healthApi.ready);
  expect(ready).toMatchObject({ status: 503, error: { message: '服务器存储空间不足' } });
  // Calls without the dependency still succeed.
  expect((await nearly.call(authApi.info, { token })).status).toBe(200);
});

test('a database that is stopped, and is there again', async () => {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'zp-'));
  await chmod(directory, 0o711);
  const begin = () => startOwnPostgres({ dataDir: directory, log: () => {} });
  let postgres = await begin();
  onTestFinished(async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });
  const { connection } = postgres;
  await setUpDatabase(connection, readConfig({ NODE_ENV: 'test', DATA_DIR: directory, DEMO_DATA: 'false' }));
  const other = await startTestServer({ connection });
  onTestFinished(other.close);
  const admin = await signedIn(other.db, { roleIds: [1] });
  const save = (name: string) =>
    other.app.inject(requestOf(jobApi.create, { token: admin.token, body: job(name) }));
  expect((await save('之前')).statusCode).toBe(201);
  await postgres.stop();
  expect(seen(await save('其间'))).toEqual(unavailable('数据库暂时无法连接'));
  expect(await other.call(healthApi.ready)).toMatchObject({
    status: 503,
    error: { message: expect.stringContaining('数据库暂时无法连接') },
  });
  expect((await other.call(healthApi.live)).status).toBe(200);
  postgres = await begin();
  await expect.poll(async () => (await save('之后')).statusCode).toBe(201);
});

/** A connection to the database that can be cut: sent data is lost without an error. */
const wireTo = async (server: pg.ClientConfig) => {
  const address = server.connectionString ? new URL(server.connectionString) : null;
  // As pg reads an address: a folder of sockets stands in its query.
  const { host = '', port } = address
    ? { host: address.searchParams.get('host') ?? address.hostname, port: address.port || 5432 }
    : server;
  let isCut = false;
  const ends: Socket[] = [];
  const wire = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.push(from);
      from.on('data', (bytes) => isCut || to.write(bytes));
      from.on('close', () => isCut || to.destroy());
      from.on('error', () => {});
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const near = { host: '127.0.0.1', port: (wire.address() as AddressInfo).port };
  if (address) {
    address.searchParams.delete('host');
    [address.hostname, address.port] = [near.host, String(near.port)];
  }
  return {
    connection: address ? { connectionString: address.href } : { ...server, ...near },
    cut: () => (isCut = true),
    mend: () => {
      isCut = false;
      // As a network does when it finds out.
      for (const end of ends) end.destroy();
    },
    close: () => wire.close(),
  };
};

test('a silent database is reported by the probe in time, and to waiting calls', async () => {
  const wire = await wireTo(server.connection);
  const far = await startTestServer({ connection: wire.connection });
  onTestFinished(async () => {
    wire.mend();
    await far.close();
    wire.close();
  });
  // Opens connections in advance, so that no call waits for one.
  await Promise.all(['一', '二', '三'].map((name) => write(name, far)));
  wire.cut();
  const started = performance.now();
  const waiting = write('其间', far);
  expect(await far.call(healthApi.ready)).toMatchObject({
    status: 503,
    error: { message: expect.stringContaining('数据库暂时无法连接') },
  });
  expect(performance.now() - started).toBeLessThan(6000);
  expect(seen(await waiting)).toEqual(unavailable('数据库暂时无法连接'));
  wire.mend();
  await expect.poll(async () => (await write('又有', far)).statusCode).toBe(201);
});
