import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { createExpert, signedIn } from '../../test/factories.ts';
import { createTestDatabase, startTestServer, type TestServer } from '../../test/harness.ts';
import { signIn } from '../../test/sign-in-helpers.ts';
import { audit } from '../platform/audit.ts';
import { sealEvents, verifyChain } from '../platform/audit-chain.ts';
import { readConfig } from '../config.ts';
import { createFileStore } from '../platform/create-file-store.ts';
import { receiveFile } from '../platform/receive-file.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { findTables } from './tables.ts';

let server: TestServer;
let directory: string;
let archive: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-backup-test-'));
  archive = join(directory, 'backup.tar.gz');
  server = await startTestServer();
  await createExpert(server.db);
  await signedIn(server.db, { username: 'restored', roleIds: [1] });
  const rich = { text: '换行\n制表\t反斜杠\\ 引号"' };
  await server.db
    .transaction()
    .execute((tx) =>
      audit(tx, { actorId: 1, action: 'test.done', entity: 'test', entityId: 1, detail: rich }),
    );
  await sealEvents(server.db);
  await server.db
    .transaction()
    .execute((tx) => audit(tx, { actorId: 1, action: 'test.queued', entity: 'test', entityId: 2 }));
  await writeFile(join(directory, 'x'), 'x');
  await keepPicture();
  await createBackup({ connection: server.connection, filesDirectory: `${server.dataDir}/files` }, archive);
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** A file as an upload leaves it. */
const keepPicture = async () => {
  const received = await receiveFile(
    `${server.dataDir}/incoming`,
    Readable.from([Buffer.from('picture')]),
    100,
  );
  await createFileStore(readConfig({ DATA_DIR: server.dataDir })).keep(received, `${received.sha256}.png`);
};

const emptyDatabase = async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
  return database;
};

const contents = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection);
  await client.connect();
  const tables: Record<string, string> = {};
  for (const { name } of await findTables(client)) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as digest from "${name}" t`,
    );
    tables[name] = (rows[0] as { digest: string }).digest;
  }
  await client.end();
  return tables;
};

test('a restored installation equals the original in every table and file, and works', async () => {
  const { connection, drop } = await emptyDatabase();
  const filesDirectory = join(directory, 'restored');
  await restoreBackup({ connection, filesDirectory, identityKey: undefined }, archive);
  expect(await contents(connection)).toEqual(await contents(server.connection));
  const restored = await startTestServer({ connection });
  expect(await verifyChain(restored.db)).toMatchObject({ intact: true, events: 1, unsealed: 1 });
  expect((await signIn(restored, { username: 'restored' })).status).toBe(200);
  // Numbers go on behind the restored ones.
  const { token } = await signedIn(restored.db);
  expect((await restored.call(authApi.info, { token })).status).toBe(200);
  const [file] = (await readFile(archive)).subarray(0, 2);
  expect(file).toBe(0x1f);
  await restored.close();
  await drop();
});

describe('refuses', () => {
  const restoreInto = async (connection: pg.ClientConfig, from = archive) =>
    restoreBackup({ connection, filesDirectory: join(directory, 'none'), identityKey: undefined }, from);

  test('a target that is not empty', async () => {
    await expect(restoreInto(server.connection)).rejects.toThrow('目标数据库不是空的');
  });

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2000)],
    ['altered', (bytes: Buffer) => Buffer.from(bytes).fill(0, 20_000, 20_050)],
    ['no archive', () => Buffer.from('hello')],
  ])('an archive that is %s, and leaves the target empty', async (name, spoil) => {
    const spoilt = join(directory, `${name}.tar.gz`);
    await writeFile(spoilt, spoil(await readFile(archive)));
    const { connection, drop } = await emptyDatabase();
    await expect(restoreInto(connection, spoilt)).rejects.toThrow(/备份文件|校验失败/);
    expect(await contents(connection)).toEqual({});
    await drop();
  });
});
