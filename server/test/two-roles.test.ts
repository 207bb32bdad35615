import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { checkBackup } from '../src/backup/check-backup.ts';
import { runBackup } from '../src/backup/run-backup.ts';
import { openStores } from '../src/backup/stored-files.ts';
import { readConfig } from '../src/config.ts';
import { audit } from '../src/platform/audit/audit.ts';
import { sealEvents } from '../src/platform/audit/audit-chain.ts';
import { grantToApp } from '../src/platform/database/app-role.ts';
import { connectionConfig } from '../src/platform/database/db.ts';
import { findPending, setUpDatabase } from '../src/setup-database.ts';
import { adminConnection } from './admin-connection.ts';
import { newBackupKey } from './backup-helpers.ts';
import { signedIn } from './factories.ts';
import { asRole } from './global-setup.ts';
import { createTestDatabase, startTestServer, type TestServer } from './harness.ts';

const role = `zhiping_app_${randomBytes(4).toString('hex')}`;
const config = readConfig({ NODE_ENV: 'test', DEMO_DATA: 'false' });
let own: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: pg.Client;
let asApp: pg.ClientConfig;
let server: TestServer;
beforeAll(async () => {
  own = await createTestDatabase();
  await setUpDatabase(own.connection, config);
  owner = new pg.Client(connectionConfig(own.connection));
  await owner.connect();
  await owner.query(`create role ${role} login password 'app'`);
  await grantToApp(owner, role);
  asApp = asRole(own.connection, role, 'app');
  server = await startTestServer({ connection: asApp });
});
afterAll(async () => {
  await server.close();
  await owner.end();
  await own.drop();
  await (await adminConnection()).query(`drop role ${role}`);
});

test('the product runs as a role that owns no table', async () => {
  expect(await setUpDatabase(asApp, config)).toMatchObject({ ownsTables: false });
  const { token } = await signedIn(server.db, { roleIds: [1] });
  expect((await server.call(articleApi.list, { token })).status).toBe(200);
  await server.db
    .transaction()
    .execute((tx) => audit(tx, { actorId: 1, action: 'test.done', entity: 'task', entityId: 1 }));
  expect(await sealEvents(server.db)).toBeGreaterThan(0);
});

test('that role makes backups and records them', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'zhiping-two-roles-'));
  const stores = openStores(readConfig({ DATA_DIR: server.dataDir }));
  const { key, trust } = newBackupKey();
  const archive = join(directory, 'backup.tar.gz');
  const made = await runBackup({ connection: asApp, stores, key }, archive);
  expect(made.isRecorded).toBe(true);
  expect(await checkBackup({ connection: asApp, stores, trust }, archive)).toMatchObject({ isSame: true });
  await rm(directory, { recursive: true });
});

test.each([
  ['set session_replication_role = replica', /permission denied to set parameter/],
  ['alter table audit_event disable trigger user', /must be owner/],
  ['alter table review disable trigger all', /must be owner/],
  ['drop trigger draw_once on draw', /must be owner/],
  [
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    /permission denied|must be owner/,
  ],
  ['create table public.another (id integer)', /permission denied/],
  ['truncate review', /permission denied/],
  [`update audit_event set action = 'forged'`, /permission denied/],
  ['delete from audit_link', /permission denied/],
  ['delete from state_event', /permission denied/],
  [`delete from migration`, /permission denied/],
])('this role cannot: %s', async (statement, refusal) => {
  await expect(server.pool.query(statement)).rejects.toThrow(refusal);
});

test('a database that is not up to date is not started on, and the message says what to do', async () => {
  const { rows } = await owner.query(
    `delete from migration where name = (select max(name) from migration where name ~ '^0') returning name`,
  );
  await expect(setUpDatabase(asApp, config)).rejects.toThrow('npm run migrate');
  const pending = () => findPending(asApp, config, () => {});
  expect(await pending()).toEqual([rows[0].name]);
  await owner.query('insert into migration (name) values ($1)', [rows[0].name]);
  expect(await pending()).toEqual([]);
});
