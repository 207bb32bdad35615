import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { newBackupKey } from '../../test/backup-helpers.ts';
import { signedIn } from '../../test/factories.ts';
import { png, sendFile } from '../../test/file-helpers.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { findBackupRuns } from '../platform/backup-runs.ts';
import { runBackup } from './run-backup.ts';
import { openStores } from './stored-files.ts';

const { key } = newBackupKey();
let server: TestServer;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-run-'));
  server = await startTestServer();
  const { token } = await signedIn(server.db, { roleIds: [2] });
  await sendFile(server, storageApi.create, { name: '机密.png', bytes: png() }, { token });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const sourceOf = (dataDir: string, allowsMissing = false) => ({
  connection: server.connection,
  stores: openStores(readConfig({ DATA_DIR: dataDir })),
  key,
  allowsMissing,
});

test('each run is recorded in its database: size and files, or why it failed', async () => {
  expect(await findBackupRuns(server.db)).toEqual({ last: undefined, good: undefined });
  const archive = join(directory, 'good.tar.gz');
  expect(await runBackup(sourceOf(server.dataDir), archive)).toMatchObject({ isRecorded: true });
  const good = {
    archive: 'good.tar.gz',
    bytes: (await stat(archive)).size,
    files: 1,
    missing: 0,
    problem: null,
  };
  expect(await findBackupRuns(server.db)).toMatchObject({ last: good, good });

  const elsewhere = join(directory, 'elsewhere');
  await expect(runBackup(sourceOf(elsewhere), join(directory, 'none.tar.gz'))).rejects.toThrow('机密');
  // The page that shows it names no files.
  const failed = { archive: 'none.tar.gz', bytes: null, problem: '存储中缺少 1 个文件，名称见备份的输出' };
  expect(await findBackupRuns(server.db)).toMatchObject({ last: failed, good });

  await runBackup(sourceOf(elsewhere, true), join(directory, 'rest.tar.gz'));
  const rest = { archive: 'rest.tar.gz', files: 0, missing: 1, problem: null };
  expect(await findBackupRuns(server.db)).toMatchObject({ last: rest, good: rest });

  await writeFile(join(directory, 'file'), '');
  await expect(runBackup(sourceOf(server.dataDir), join(directory, 'file', 'x.tar.gz'))).rejects.toThrow(
    'ENOTDIR',
  );
  expect((await findBackupRuns(server.db)).last).toMatchObject({
    problem: expect.stringContaining('ENOTDIR'),
  });
});

test('a database from before there was a table for runs is backed up without a record', async () => {
  const former = await startTestServer();
  await former.pool.query('drop table backup_run');
  const source = { ...sourceOf(former.dataDir), connection: former.connection };
  expect(await runBackup(source, join(directory, 'former.tar.gz'))).toMatchObject({ isRecorded: false });
  await former.close();
});
