import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { adminConnection } from '../../test/admin-connection.ts';
import { contents, manifestOf, readItems, withManifest, writeItems } from '../../test/backup-helpers.ts';
import { databaseUrlOf } from '../../test/database-url.ts';
import { signedIn } from '../../test/factories.ts';
import { png, sendFile } from '../../test/file-helpers.ts';
import { asRole } from '../../test/global-setup.ts';
import type { TestServer } from '../../test/harness.ts';
import { startWorld } from '../../test/worlds.ts';
import { readConfig } from '../config.ts';
import { sealEvents } from '../platform/audit/audit-chain.ts';
import { helperEnv } from '../platform/helper-env.ts';
import { createBackup } from './create-backup.ts';
import { drillRestore } from './drill-restore.ts';
import { findTrustedKeys, openSigningKey } from './signing-key.ts';
import { openStores } from './stored-files.ts';

let server: TestServer;
let directory: string;
let archive: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-drill-'));
  ({ server } = await startWorld('published'));
  const { token } = await signedIn(server.db, { roleIds: [2] });
  await sendFile(server, storageApi.create, { name: '通知.png', bytes: png() }, { token });
  await sealEvents(server.db);
  archive = join(directory, 'backup.tar.gz');
  await createBackup(
    {
      connection: server.connection,
      stores: openStores(settings()),
      key: await openSigningKey(settings()),
    },
    archive,
  );
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const settings = () => readConfig({ DATA_DIR: server.dataDir });

const drill = (from: string) =>
  spawn(
    process.execPath,
    [fileURLToPath(new URL('../../scripts/restore.ts', import.meta.url)), from, '--drill'],
    {
      cwd: directory,
      env: {
        ...helperEnv(),
        PATH: process.env['PATH'],
        TMPDIR: directory,
        DATA_DIR: server.dataDir,
        DATABASE_URL: databaseUrlOf(server.connection),
      },
    },
  );

const endOf = async (child: ChildProcess) => {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = await once(child, 'exit');
  return { code, output };
};

const ownName = async () => {
  const { rows } = await server.pool.query<{ name: string }>('select current_database() as name');
  return rows[0]!.name;
};

const hasScratch = async () => {
  const { rowCount } = await server.pool.query('select from pg_database where datname = $1', [
    `${await ownName()}_drill`,
  ]);
  return rowCount === 1;
};

const expectNothingLeft = async () => {
  expect(await hasScratch()).toBe(false);
  const left = [...(await readdir(server.dataDir)), ...(await readdir(directory))];
  expect(left.filter((name) => /^(drilling|restoring)-|_drill/.test(name))).toEqual([]);
};

test('a good archive is restored aside, verified and removed; the installation stays as it is', async () => {
  const before = await contents(server.connection);
  const { code, output } = await endOf(drill(archive));
  expect(output).toMatch(/^已恢复 .* 的备份：\d+ 张表 \d+ 行、1 个文件，签名有效\n数据库无需升级\n/);
  expect(output).toMatch(/审计链完整：[1-9]\d* 个事件；数据与审计记录核对 [1-9]\d* 条\n用时：.*\n演练成功/);
  expect(code).toBe(0);
  await expectNothingLeft();
  expect(await contents(server.connection)).toEqual(before);
});

test('differences from the manifest are named, and nothing stays', async () => {
  const items = await readItems(archive);
  const manifest = manifestOf(items);
  manifest.tables.find(({ name }) => name === 'cycle')!.rows += 1;
  const [lost] = manifest.files;
  const forged = join(directory, 'forged.tar.gz');
  const rest = items.filter(({ name }) => name !== lost!.path);
  const key = await openSigningKey(settings());
  await writeItems(forged, withManifest(rest, { ...manifest, files: [] }, key));
  const { code, output } = await endOf(drill(forged));
  expect(code).toBe(1);
  expect(output).toMatch(/不符：数据表 cycle 应有 \d+ 行，恢复出 \d+ 行\n/);
  expect(output).toContain(`不符：缺少文件 ${lost!.path}\n`);
  expect(output).toMatch(/演练失败：2 处不符\n$/);
  await expectNothingLeft();
});

test('an archive that cannot be restored leaves nothing', async () => {
  const broken = join(directory, 'broken.tar.gz');
  await writeItems(broken, (await readItems(archive)).slice(0, -1));
  expect(await endOf(drill(broken))).toEqual({ code: 1, output: expect.stringMatching(/^备份文件缺少：/) });
  await expectNothingLeft();
});

test.each(['SIGINT', 'SIGTERM'] as const)('a drill that is stopped by %s leaves nothing', async (signal) => {
  const child = drill(archive);
  const ended = endOf(child);
  await expect.poll(hasScratch).toBe(true);
  child.kill(signal);
  expect(await ended).toEqual({ code: 1, output: '' });
  await expectNothingLeft();
});

const options = async () => ({
  connection: server.connection,
  dataDir: server.dataDir,
  identityKey: undefined,
  trust: { keys: await findTrustedKeys(settings()) },
  verify: () => Promise.resolve({ problems: [], lines: [] }),
});

test('the leftover of a killed drill goes; another database of its name stays, and the drill says so', async () => {
  const admin = await adminConnection();
  const name = `${await ownName()}_drill`;
  await admin.query(`create database ${name}`);
  await expect(drillRestore(await options(), archive)).rejects.toThrow('不是恢复演练建立的');
  expect(await hasScratch()).toBe(true);
  await admin.query(`comment on database ${name} is '职评的恢复演练，可以删除'`);
  await mkdtemp(join(server.dataDir, 'drilling-'));
  expect(await drillRestore(await options(), archive)).toMatchObject({ isGood: true });
  await expectNothingLeft();
});

test('two drills of one installation do not meet', async () => {
  const child = drill(archive);
  const ended = endOf(child);
  await expect.poll(hasScratch).toBe(true);
  await expect(drillRestore(await options(), archive)).rejects.toThrow('另一次恢复演练正在进行');
  expect(await ended).toMatchObject({ code: 0 });
});

test('a role that must not create databases is named with the command that lets it', async () => {
  const admin = await adminConnection();
  const role = `${await ownName()}_poor`;
  await admin.query(`create role ${role} login password 'poor'`);
  const connection = asRole(server.connection, role, 'poor');
  const refused = drillRestore({ ...(await options()), connection }, archive);
  await expect(refused).rejects.toThrow(`alter role ${pg.escapeIdentifier(role)} createdb`);
  await admin.query(`drop role ${role}`);
  await expectNothingLeft();
});
