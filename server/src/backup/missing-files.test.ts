import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { newBackupKey } from '../../test/backup-helpers.ts';
import { signedIn } from '../../test/factories.ts';
import { png, sendFile } from '../../test/file-helpers.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { startWorld } from '../../test/worlds.ts';
import { readConfig } from '../config.ts';
import { createBackup } from './create-backup.ts';
import { readBackup } from './read-backup.ts';
import { openStores, type Stores } from './stored-files.ts';

/** With a file and an avatar in the store, and twelve materials that it has lost. */
let server: TestServer;
let project: { id: number; no: string | null };
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-missing-'));
  const world = await startWorld('eligible');
  server = world.server;
  await addFiles(server);
  project = await server.db
    .selectFrom('project')
    .select(['id', 'no'])
    .where('id', '=', world.projects[0]!.id)
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('project_material')
    .values([
      ...Array.from({ length: 12 }, (_, index) => material(`work ${index}`, true)),
      material('on its way', false),
    ])
    .execute();
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const addFiles = async ({ db, ...rest }: TestServer) => {
  const { token } = await signedIn(db, { username: 'painter', roleIds: [2] });
  const to = { db, ...rest };
  await sendFile(to, storageApi.create, { name: '通知.png', bytes: png('file') }, { token });
  await sendFile(to, accountApi.updateAvatar, { name: 'a.png', bytes: png('avatar') }, { token });
};

const material = (name: string, whole: boolean) => ({
  project_id: project.id,
  position: 1,
  type: 'representativeWork' as const,
  name,
  format: 'pdf' as const,
  sha256: Buffer.from(name).toString('hex').padEnd(64, '0'),
  bytes: 10,
  whole,
  create_time: new Date(),
});

const { key, trust } = newBackupKey();
const onDisk = (dataDir: string) => openStores(readConfig({ DATA_DIR: dataDir }));
const messageOf = (backup: Promise<unknown>) => backup.then(String, (error: Error) => error.message);

test('a backup with another DATA_DIR fails, names what is missing, and leaves no archive', async () => {
  const target = await mkdtemp(join(directory, 'elsewhere-'));
  const backup = createBackup(
    { connection: server.connection, stores: onDisk(join(directory, 'none')), key },
    join(target, 'backup.tar.gz'),
  );
  const message = await messageOf(backup);
  expect(message).toMatch(/^备份没有完成：存储中缺少数据库需要的 14 个文件\n/);
  // A material on its way is not missed.
  expect(message).not.toContain('on its way');
  expect(message).toContain('DATA_DIR');
  expect(await readdir(target)).toEqual([]);
});

test('only the first ten are named, with what they belong to', async () => {
  const backup = createBackup(
    { connection: server.connection, stores: onDisk(server.dataDir), key },
    join(directory, 'named.tar.gz'),
  );
  const message = await messageOf(backup);
  expect(message).toContain('缺少数据库需要的 12 个文件');
  expect(message).toContain(`材料「work 0」（申报 ${project.no}）：files/77/776f726b2030`);
  expect(message.match(/材料「/g)).toHaveLength(10);
  expect(message).toContain('另外 2 个');
});

test('the rest is backed up when it is asked for, and the manifest says what is missing', async () => {
  const archive = join(directory, 'rest.tar.gz');
  const source = { connection: server.connection, stores: onDisk(server.dataDir), key, allowsMissing: true };
  const manifest = await createBackup(source, archive);
  expect([manifest.files.length, manifest.missing.length]).toEqual([2, 12]);
  expect((await readBackup(archive, trust)).manifest.missing).toEqual(manifest.missing);
});

test('a row that went with its content meanwhile makes the backup start again', async () => {
  const own = await startTestServer();
  await addFiles(own);
  const stores = onDisk(own.dataDir);
  const { files } = stores;
  const deleting: Stores = {
    ...stores,
    files: {
      ...files,
      list: async function* list() {
        const { numDeletedRows } = await own.db.deleteFrom('stored_file').executeTakeFirstOrThrow();
        const avatar = await own.db
          .selectFrom('sys_user')
          .select('avatar_name')
          .where('avatar_name', 'is not', null)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n)
          for await (const { name } of files.list())
            if (name !== avatar.avatar_name) await files.remove(name);
        yield* files.list();
      },
    },
  };
  const target = join(directory, 'again.tar.gz');
  expect(
    (await createBackup({ connection: own.connection, stores: deleting, key }, target)).files,
  ).toHaveLength(1);
  await own.close();
});
