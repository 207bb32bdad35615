import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { newBackupKey } from '../../test/backup-helpers.ts';
import { signedIn } from '../../test/factories.ts';
import { png, sendFile } from '../../test/file-helpers.ts';
import { createTestDatabase, startTestServer, type TestServer } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { checkBackup } from './check-backup.ts';
import { createBackup } from './create-backup.ts';
import { openStores } from './stored-files.ts';

const { key, trust } = newBackupKey();
let directory: string;
let origin: TestServer;
let archive: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-check-test-'));
  ({ server: origin, archive } = await backedUp());
});
afterAll(async () => {
  await origin.close();
  await rm(directory, { recursive: true });
});

const storesOf = ({ dataDir }: TestServer) => openStores(readConfig({ DATA_DIR: dataDir }));
const tokenOf = async (server: TestServer) => (await signedIn(server.db, { roleIds: [2] })).token;
const addFile = async (server: TestServer, token: string, text: string) => {
  const { body } = await sendFile(
    server,
    storageApi.create,
    { name: `${text}.png`, bytes: png(text) },
    { token },
  );
  return body.id;
};

/** An installation with two files, and a backup of it. */
const backedUp = async () => {
  const server = await startTestServer();
  const token = await tokenOf(server);
  await addFile(server, token, 'one');
  await addFile(server, token, 'two');
  const made = join(await mkdtemp(join(directory, 'made-')), 'backup.tar.gz');
  await createBackup({ connection: server.connection, stores: storesOf(server), key }, made);
  return { server, archive: made };
};

const check = (server: TestServer, made: string) =>
  checkBackup({ connection: server.connection, stores: storesOf(server), trust }, made);

/** Where a file lies, by the name that it was uploaded under. */
const pathOf = async ({ db, dataDir }: TestServer, name: string) => {
  const { sha256 } = await db
    .selectFrom('stored_file')
    .select('sha256')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return join(dataDir, 'files', sha256.slice(0, 2), `${sha256}.png`);
};

test('a backup is the same as what it was made from', async () => {
  const { isSame, lines } = await check(origin, archive);
  expect(isSame).toBe(true);
  expect(lines[0]).toContain('签名有效');
  expect(lines[1]).toContain('之后新增 0 行；2 个文件逐字节一致，之后新增 0 个、删去 0 个');
  expect(lines.at(-1)).toBe('一致');
});

test('rows and files that came later are counted, and no difference', async () => {
  const { server, archive: made } = await backedUp();
  const token = await tokenOf(server);
  await sendFile(server, accountApi.updateAvatar, { name: 'a.png', bytes: png('later') }, { token });
  const { isSame, lines } = await check(server, made);
  expect(isSame).toBe(true);
  expect(lines[1]).toMatch(/之后新增 [1-9]\d* 行；2 个文件逐字节一致，之后新增 1 个、删去 0 个/);
  await server.close();
});

test('rows that changed or went are named by their table', async () => {
  const { server, archive: made } = await backedUp();
  await server.db.updateTable('stored_file').set({ name: '改过' }).where('name', '=', 'one').execute();
  await server.db.deleteFrom('stored_file').where('name', '=', 'two').execute();
  const { isSame, lines } = await check(server, made);
  expect(isSame).toBe(false);
  expect(lines).toContain('不同：数据表 stored_file：改动 1 行，删去 1 行');
  expect(lines.at(-1)).toBe('不一致：1 处');
  await server.close();
});

test('files that were lost or changed are named, also those that the backup lacks', async () => {
  const { server, archive: made } = await backedUp();
  await rm(await pathOf(server, 'one'));
  await writeFile(await pathOf(server, 'two'), '坏了');
  await addFile(server, await tokenOf(server), 'three');
  await utimes(await pathOf(server, 'three'), new Date(0), new Date(0));
  await addFile(server, await tokenOf(server), 'four');
  await rm(await pathOf(server, 'four'));
  const { isSame, lines } = await check(server, made);
  expect(isSame).toBe(false);
  for (const problem of [
    '备份中有，存储中已没有',
    '存储中的内容与备份不同',
    '备份之前已有，而备份中没有',
    '数据库需要，备份和存储中都没有',
  ])
    expect(lines.filter((line) => line.endsWith(problem))).toHaveLength(1);
  await server.close();
});

test('a backup of another installation differs, and a table of another form is named', async () => {
  const other = await createTestDatabase();
  const server = await startTestServer({ connection: other.connection });
  await server.pool.query('alter table job add column colour text');
  const { isSame, lines } = await check(server, archive);
  expect(isSame).toBe(false);
  expect(lines).toContain('不同：数据表 job：结构与备份时不同，没有逐行比较');
  expect(lines).toContain('不同：数据表 stored_file：改动 0 行，删去 2 行');
  await server.close();
  await other.drop();
});
