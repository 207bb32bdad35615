import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { contents, emptyDatabase, newBackupKey } from '../../test/backup-helpers.ts';
import { createExpert, signedIn } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { signIn } from '../../test/sign-in-helpers.ts';
import { audit } from '../platform/audit/audit.ts';
import { sealEvents, verifyChain } from '../platform/audit/audit-chain.ts';
import { readConfig } from '../config.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { createFileStore } from '../platform/files/create-file-store.ts';
import { databaseApi, deployApi } from '@zhiping/shared/contracts/archive.ts';
import { startS3 } from '../../test/s3-server.ts';
import { receiveFile } from '../platform/files/receive-file.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { openStores, type Stores } from './stored-files.ts';

const { key, trust } = newBackupKey();
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
      audit(tx, { actorId: 1, action: 'test.done', entity: 'task', entityId: 1, detail: rich }),
    );
  await sealEvents(server.db);
  await server.db
    .transaction()
    .execute((tx) => audit(tx, { actorId: 1, action: 'test.queued', entity: 'task', entityId: 2 }));
  await writeFile(join(directory, 'x'), 'x');
  await keepPicture();
  await createBackup({ connection: server.connection, stores: onDisk(server.dataDir), key }, archive);
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** The places of contents as the settings choose them. */
const storesOf = (env: Record<string, string>) => openStores(readConfig(env));
const onDisk = (dataDir: string) => storesOf({ DATA_DIR: dataDir });

/** A file as an upload leaves it. */
const keepPicture = async () => {
  const received = await receiveFile(
    `${server.dataDir}/incoming`,
    Readable.from([Buffer.from('picture')]),
    100,
  );
  await createFileStore(readConfig({ DATA_DIR: server.dataDir })).keep(received, `${received.sha256}.png`);
};

test('a restored installation equals the original in every table and file, and works', async () => {
  const { connection, drop } = await emptyDatabase();
  const dataDir = join(directory, 'restored');
  await restoreBackup(
    { connection, stores: onDisk(dataDir), dataDir, identityKey: undefined, trust },
    archive,
  );
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

const keepText = async (store: FileStore, dataDir: string, text: string, ending: string) => {
  const source = Readable.from([Buffer.from(text)]);
  const received = await receiveFile(`${dataDir}/incoming`, source, 100);
  await store.keep(received, `${received.sha256}.${ending}`);
  return received;
};

const textIn = async (store: FileStore, name: string) => {
  const content = await store.read(name);
  return content && (await buffer(content)).toString();
};

describe.each([
  ['a bucket', 'a bucket'],
  ['a bucket', 'the disk'],
  ['the disk', 'a bucket'],
])('files from %s into %s', (from, into) => {
  test('come with the rows, releases too; uploaded backups are reported as left out', async () => {
    const buckets = [await startS3(), await startS3()];
    const [oldHome, newHome] = [
      join(directory, `${from} ${into} old`),
      join(directory, `${from} ${into} new`),
    ];
    const oldEnv = from === 'a bucket' ? buckets[0]!.env : {};
    const newEnv = into === 'a bucket' ? buckets[1]!.env : {};
    const [old, fresh] = [
      storesOf({ DATA_DIR: oldHome, ...oldEnv }),
      storesOf({ DATA_DIR: newHome, ...newEnv }),
    ];
    const origin = await startTestServer({ env: { DATA_DIR: oldHome, ...oldEnv } });
    const file = await keepText(old.files, oldHome, '附件', 'txt');
    const release = await keepText(old.archives, oldHome, '发布', 'gz');
    const upload = await keepText(old.archives, oldHome, '备份', 'gz');
    await origin.db
      .insertInto('stored_file')
      .values({
        real_name: `${'a'.repeat(32)}.txt`,
        name: '附件',
        format: 'txt',
        type: '文档',
        sha256: file.sha256,
        bytes: file.bytes,
        place: old.files.place,
        purpose: 'storage',
        whole: true,
        create_by: 'x',
      })
      .execute();
    for (const [kind, { sha256, bytes }] of [
      ['release', release],
      ['backup', upload],
    ] as const)
      await origin.db
        .insertInto('archive')
        .values({
          kind,
          name: 'x.tar.gz',
          format: 'gz',
          sha256,
          bytes,
          summary: '核对',
          whole: true,
          create_by: 'x',
        })
        .execute();
    const copy = join(directory, `${from}-${into}.tar.gz`);
    await createBackup({ connection: origin.connection, stores: old, key }, copy);
    await origin.close();

    const { connection, drop } = await emptyDatabase();
    await restoreBackup({ connection, stores: fresh, dataDir: newHome, identityKey: undefined, trust }, copy);
    expect(await textIn(fresh.files, `${file.sha256}.txt`)).toBe('附件');
    expect(await textIn(fresh.archives, `${release.sha256}.gz`)).toBe('发布');
    expect(await textIn(fresh.archives, `${upload.sha256}.gz`)).toBeNull();
    const restored = await startTestServer({ connection, env: { DATA_DIR: newHome, ...newEnv } });
    expect(await restored.db.selectFrom('stored_file').select('place').execute()).toEqual([
      { place: into === 'a bucket' ? 's3' : 'local' },
    ]);
    const { token } = await signedIn(restored.db, { roleIds: [1] });
    expect((await restored.call(deployApi.list, { token })).body.content).toMatchObject([{ problem: null }]);
    const lost = (await restored.call(databaseApi.list, { token })).body.content;
    expect(lost).toMatchObject([{ problem: expect.stringContaining('未随备份恢复') }]);
    expect(await restored.call(databaseApi.read, { token, params: { id: lost[0]!.id } })).toMatchObject({
      status: 410,
      error: { message: expect.stringContaining('未随备份恢复') },
    });
    await restored.close();
    await drop();
    for (const bucket of buckets) bucket.close();
  });
});

test('a store that fails in the middle leaves nothing behind, and the restore can be tried again', async () => {
  const bucket = await startS3();
  const dataDir = join(directory, 'failing');
  const stores = storesOf({ DATA_DIR: dataDir, ...bucket.env });
  const { connection, drop } = await emptyDatabase();
  const half: Stores = {
    ...stores,
    archives: stores.archives,
    files: {
      ...stores.files,
      keep: async (file, name) => {
        await stores.files.keep(file, name);
        throw new Error('gone');
      },
    },
  };
  await expect(
    restoreBackup({ connection, stores: half, dataDir, identityKey: undefined, trust }, archive),
  ).rejects.toThrow('gone');
  expect([bucket.objects.size, await contents(connection)]).toEqual([0, {}]);
  await restoreBackup({ connection, stores, dataDir, identityKey: undefined, trust }, archive);
  expect(bucket.objects.size).toBe(1);
  await drop();
  bucket.close();
});

test('a file deleted meanwhile makes the backup start again; a corrupt one is named', async () => {
  const home = join(directory, 'changing');
  const { files, archives } = onDisk(home);
  const kept = await keepText(files, home, '还在', 'txt');
  const gone = await keepText(files, home, '被删', 'txt');
  const target = join(directory, 'changing.tar.gz');
  const deleting: FileStore = {
    ...files,
    read: async (name) => {
      await files.remove(`${gone.sha256}.txt`);
      return files.read(name);
    },
  };
  const { connection } = server;
  const manifest = await createBackup({ connection, stores: { files: deleting, archives }, key }, target);
  expect(manifest.files.map(({ sha256 }) => sha256)).toEqual([kept.sha256]);
  const name = `${kept.sha256}.txt`;
  await writeFile(join(home, 'files', name.slice(0, 2), name), '坏了');
  await expect(createBackup({ connection, stores: { files, archives }, key }, target)).rejects.toThrow(name);
});
