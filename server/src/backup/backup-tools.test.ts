import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contents, emptyDatabase, newBackupKey, readItems, writeItems } from '../../test/backup-helpers.ts';
import { databaseUrlOf } from '../../test/database-url.ts';
import { createTestDatabase } from '../../test/harness.ts';
import { readConfig } from '../config.ts';
import { helperEnv } from '../platform/helper-env.ts';
import { publicKeyOf } from './signature.ts';
import { findTrustedKeys, openSigningKey } from './signing-key.ts';

let directory: string;
let source: Awaited<ReturnType<typeof createTestDatabase>>;
let archive: string;
let printed: string;
let publicKey: string;
const home = () => join(directory, 'home');
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-tools-'));
  archive = join(directory, 'backup.tar.gz');
  source = await createTestDatabase();
  ({ output: printed } = await endOf(backUp()));
  publicKey = /[\w+/]{59}=/.exec(printed)?.[0] ?? '';
});
afterAll(async () => {
  await source.drop();
  await rm(directory, { recursive: true });
});

type Env = Record<string, string>;
const run = (tool: 'backup' | 'restore', args: string[], env: Env) =>
  spawn(process.execPath, [fileURLToPath(new URL(`../../scripts/${tool}.ts`, import.meta.url)), ...args], {
    cwd: directory,
    env: { ...helperEnv(), PATH: process.env['PATH'], TMPDIR: directory, ...env },
  });

const backUp = (env: Env = {}) =>
  run('backup', [archive], { DATA_DIR: home(), DATABASE_URL: databaseUrlOf(source.connection), ...env });

const endOf = async (child: ChildProcess) => {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = await once(child, 'exit');
  return { code, output };
};

/** The output of a restore on a machine of its own, and whether the rows are there. */
const restoreOn = async (machine: string, args: string[], env: Env = {}) => {
  const { connection, drop } = await emptyDatabase();
  const DATA_DIR = join(directory, machine);
  const ended = await endOf(
    run('restore', args, { DATA_DIR, DATABASE_URL: databaseUrlOf(connection), ...env }),
  );
  const rows = await contents(connection);
  await drop();
  return {
    ...ended,
    isRestored: Object.keys(rows).length > 0,
    left: await readdir(DATA_DIR).catch(() => []),
  };
};

test('a first backup makes a key for its owner alone, and later ones use it', async () => {
  expect(printed).toMatch(/已备份 .*\n签名公钥（/);
  const file = join(home(), 'backup-signing.pem');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const config = readConfig({ DATA_DIR: home() });
  expect(publicKeyOf(await openSigningKey(config))).toBe(publicKey);
  expect(await findTrustedKeys(config)).toEqual(new Set([publicKey]));
  // The archive holds no private key.
  const [, secret = ''] = (await readFile(file, 'utf8')).split('\n');
  expect(secret).toHaveLength(64);
  expect(gunzipSync(await readFile(archive)).includes(secret)).toBe(false);
});

test('a configured key comes first, and none is made beside it', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const DATA_DIR = join(directory, 'configured');
  const config = readConfig({
    DATA_DIR,
    BACKUP_SIGNING_KEY: pem.replaceAll('\n', '\\n'),
    BACKUP_PUBLIC_KEYS: ` ${publicKey} ,`,
  });
  expect(publicKeyOf(await openSigningKey(config))).toBe(publicKeyOf(privateKey));
  expect(await findTrustedKeys(config)).toEqual(new Set([publicKeyOf(privateKey), publicKey]));
  expect(existsSync(DATA_DIR)).toBe(false);
});

test.each([
  ['no key', 'nonsense'],
  ['an empty file', ''],
  [
    'another kind of key',
    generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  ],
])('a key file that holds %s is named', async (_, text) => {
  const DATA_DIR = await mkdtemp(join(directory, 'key-'));
  const file = join(DATA_DIR, 'backup-signing.pem');
  await writeFile(file, text);
  await expect(openSigningKey(readConfig({ DATA_DIR }))).rejects.toThrow(file);
});

test('the same machine restores its backup with no setting', async () => {
  const restored = await restoreOn('home', [archive]);
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('签名有效'), isRestored: true });
});

test('another machine restores it once the public key is in its settings', async () => {
  const refused = await restoreOn('elsewhere', [archive]);
  expect(refused).toMatchObject({ code: 1, isRestored: false, left: [] });
  expect(refused.output).toContain(publicKey);
  expect(refused.output).toContain('--unsigned');
  const env = { BACKUP_PUBLIC_KEYS: `${publicKeyOf(newBackupKey().key)},${publicKey}` };
  expect(await restoreOn('elsewhere', [archive], env)).toMatchObject({ code: 0, isRestored: true });
});

test('an archive of the former form is restored by --unsigned only, which warns', async () => {
  const former = join(directory, 'former.tar.gz');
  await writeItems(former, (await readItems(archive)).slice(1));
  const refused = await restoreOn('former', [former], { BACKUP_PUBLIC_KEYS: publicKey });
  expect(refused).toMatchObject({ code: 1, isRestored: false });
  expect(refused.output).toContain('备份没有签名，来源无法确认');
  const taken = await restoreOn('former', [former, '--unsigned']);
  expect(taken).toMatchObject({ code: 0, isRestored: true });
  expect(taken.output).toMatch(/警告：没有核实备份的来源.*备份没有签名/);
});

test('a backup is compared with its database: 0 where they are the same, 1 where they are not', async () => {
  const env = { DATA_DIR: home(), DATABASE_URL: databaseUrlOf(source.connection) };
  expect(await endOf(run('backup', ['--check', archive], env))).toEqual({
    code: 0,
    output: expect.stringMatching(/签名有效\n比较了 .*\n一致\n$/),
  });
  const { connection, drop } = await emptyDatabase();
  const elsewhere = { ...env, DATABASE_URL: databaseUrlOf(connection) };
  expect(await endOf(run('backup', ['--check', archive], elsewhere))).toEqual({
    code: 1,
    output: expect.stringContaining('数据库是空的'),
  });
  await drop();
});

test('backups of a directory are named by their time, and the newest stay', async () => {
  const env = { DATA_DIR: home(), DATABASE_URL: databaseUrlOf(source.connection) };
  const kept = join(directory, 'kept');
  expect(await endOf(run('backup', [`${kept}/`], env))).toMatchObject({ code: 0 });
  const [first = ''] = await readdir(kept);
  expect(first).toMatch(/^zhiping-\d{4}-\d\d-\d\dT\d{6}\.tar\.gz$/);
  await rename(join(kept, first), join(kept, 'zhiping-2026-01-01T020000.tar.gz'));
  const second = await endOf(run('backup', [kept, '--keep', '1'], env));
  expect(second).toEqual({
    code: 0,
    output: expect.stringContaining('已删除较早的备份：zhiping-2026-01-01T020000.tar.gz'),
  });
  expect(await readdir(kept)).toHaveLength(1);
  const named = await endOf(run('backup', [join(kept, 'x.tar.gz'), '--keep', '1'], env));
  expect(named).toEqual({ code: 1, output: '--keep 只用于目录：归档须由备份命名\n' });
});

test('a database without its files is no backup, unless the rest is asked for', async () => {
  const { connection, drop } = await createTestDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `insert into stored_file (real_name, name, format, type, sha256, bytes, place, purpose, whole, create_by)
     values (repeat('a', 32) || '.txt', '通知', 'txt', '文档', repeat('a', 64), 1, 'local', 'storage', true, 'x')`,
  );
  await client.end();
  const target = join(directory, 'without-files.tar.gz');
  const env = { DATA_DIR: join(directory, 'without-files'), DATABASE_URL: databaseUrlOf(connection) };
  const failed = await endOf(run('backup', [target], env));
  expect(failed).toEqual({ code: 1, output: expect.stringContaining('文件「通知」：files/aa/') });
  expect((await readdir(directory)).filter((name) => name.startsWith('without-files.'))).toEqual([]);
  const rest = await endOf(run('backup', [target, '--incomplete'], env));
  expect(rest).toEqual({ code: 0, output: expect.stringContaining('警告：备份不完整，缺少 1 个') });
  await drop();
});

test.each<['backup' | 'restore', string[]]>([
  ['restore', []],
  ['restore', ['a', 'b']],
  ['restore', ['a', '--force']],
  ['restore', ['--drill']],
  ['backup', ['a', 'b']],
  ['backup', ['--force']],
  ['backup', ['--check']],
  ['backup', ['a', '--check', '--keep', '3']],
  ['backup', ['a/', '--keep', '0']],
  ['backup', ['a', '--check', '--incomplete']],
])('%s %j answers the usage', async (tool, args) => {
  const ended = await endOf(run(tool, args, { DATA_DIR: join(directory, 'usage') }));
  expect(ended).toEqual({ code: 1, output: expect.stringMatching(/^用法：/) });
});

test.each(['SIGINT', 'SIGTERM'] as const)('tools that are stopped by %s leave no dump', async (signal) => {
  const silent = createServer();
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  const { port } = silent.address() as { port: number };
  const env = { DATABASE_URL: `postgres://x@127.0.0.1:${port}/x` };
  const DATA_DIR = home();
  for (const start of [() => run('restore', [archive], { DATA_DIR, ...env }), () => backUp(env)]) {
    // Both have their directory before they connect.
    const connected = once(silent, 'connection');
    const child = start();
    const ended = endOf(child);
    const [socket] = await connected;
    const dumps = async () =>
      [...(await readdir(directory)), ...(await readdir(DATA_DIR))].filter((name) =>
        /^(restoring|zhiping-backup)-/.test(name),
      );
    expect(await dumps()).toHaveLength(1);
    child.kill(signal);
    expect((await ended).code).toBe(1);
    expect(await dumps()).toEqual([]);
    socket.destroy();
  }
  silent.close();
});

test('dumps of a restore that was killed are removed by the next', async () => {
  const { left } = await restoreOn('killed', [archive, '--unsigned']);
  await mkdtemp(join(directory, 'killed', 'restoring-'));
  expect((await restoreOn('killed', ['nothing.tar.gz'])).left).toEqual(left);
});
