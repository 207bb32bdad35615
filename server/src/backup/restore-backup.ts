import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { extract } from 'tar-stream';
import { requireIdentityKey } from '../platform/identity.ts';
import { migrate, sqlMigrations } from '../platform/migrate.ts';
import { type Entry, Manifest, MANIFEST_PATH, sha256Of } from './manifest.ts';
import { findTables, type Table } from './tables.ts';

type Target = {
  connection: pg.ClientConfig;
  filesDirectory: string;
  /** The configured one, if any. */
  identityKey: string | undefined;
};

/** What is wrong with an archive or its target, for the person who restores. */
export class RestoreError extends Error {}

/**
 * Restore an archive into an empty installation. Every checksum is compared first, and the key with the one that identity
 * numbers were written with; the rows come in one transaction, so that a restore is whole or did not happen.
 */
export const restoreBackup = async (
  { connection, filesDirectory, identityKey }: Target,
  archive: string,
): Promise<Manifest> => {
  const workDirectory = await mkdtemp(join(tmpdir(), 'zhiping-restore-'));
  const client = new pg.Client(connection);
  try {
    await unpack(archive, workDirectory);
    const manifest = await readManifest(workDirectory);
    requireIdentityKey(await readSecrets(manifest, workDirectory), identityKey);
    await client.connect();
    await requireEmpty(client, filesDirectory);
    await prepareSchema(client, manifest);
    await loadRows(client, manifest, workDirectory);
    await mkdir(filesDirectory, { recursive: true });
    const unpackedFiles = join(workDirectory, 'files');
    if (manifest.files.length > 0) await cp(unpackedFiles, filesDirectory, { recursive: true });
    return manifest;
  } finally {
    await client.end();
    await rm(workDirectory, { recursive: true, force: true });
  }
};

const unpack = async (archive: string, workDirectory: string) => {
  const tar = extract();
  const reading = pipeline(createReadStream(archive), createGunzip(), tar);
  const writing = (async () => {
    for await (const entry of tar) {
      const path = normalize(entry.header.name);
      // An archive from elsewhere must not write outside.
      if (path.startsWith('..') || path.startsWith('/'))
        throw new RestoreError(`备份文件含有非法路径：${path}`);
      await mkdir(join(workDirectory, dirname(path)), { recursive: true });
      await pipeline(entry, createWriteStream(join(workDirectory, path)));
    }
  })();
  try {
    await Promise.all([reading, writing]);
  } catch (error) {
    if (error instanceof RestoreError) throw error;
    throw new RestoreError(`备份文件无法读取或不完整：${(error as Error).message}`);
  }
};

const readManifest = async (workDirectory: string): Promise<Manifest> => {
  const text = await readFile(join(workDirectory, MANIFEST_PATH), 'utf8').catch(() => '');
  const parsed = Manifest.safeParse(text === '' ? null : JSON.parse(text));
  if (!parsed.success) throw new RestoreError('备份文件没有有效的清单');
  for (const entry of [...parsed.data.tables.map((table) => table.entry), ...parsed.data.files])
    await requireIntact(workDirectory, entry);
  return parsed.data;
};

const requireIntact = async (workDirectory: string, { path, sha256 }: Entry) => {
  const actual = await sha256Of(join(workDirectory, path)).catch(() => null);
  if (actual !== sha256) throw new RestoreError(`校验失败：${path}`);
};

/** The secrets in an archive, by name. */
const readSecrets = async ({ tables }: Manifest, workDirectory: string): Promise<Map<string, string>> => {
  const dumped = tables.find(({ name }) => name === 'secret');
  if (!dumped) return new Map();
  const [name, value] = [dumped.columns.indexOf('name'), dumped.columns.indexOf('value')];
  const lines = (await readFile(join(workDirectory, dumped.entry.path), 'utf8')).split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => line.split('\t')).map((cells) => [cells[name] as string, cells[value] as string]),
  );
};

const requireEmpty = async (client: pg.Client, filesDirectory: string) => {
  const { rowCount } = await client.query(
    "select from information_schema.tables where table_schema = 'public' limit 1",
  );
  if (rowCount) throw new RestoreError('目标数据库不是空的，请恢复到新的数据库');
  const files = await readdir(filesDirectory).catch(() => []);
  if (files.length > 0) throw new RestoreError(`目标文件目录不是空的：${filesDirectory}`);
};

/** The schema as it was when the backup was made; a later start brings it up to date. */
const prepareSchema = async (client: pg.Client, { migrations }: Manifest) => {
  const known = await sqlMigrations();
  const unknown = migrations.filter((name) => /^\d/.test(name) && !known.includes(name));
  if (unknown.length > 0) throw new RestoreError(`备份来自更新的版本（${unknown.join('、')}），请先升级程序`);
  await migrate(client, [], migrations);
};

const loadRows = async (client: pg.Client, manifest: Manifest, workDirectory: string) => {
  const tables = await findTables(client);
  await client.query('begin');
  // Triggers would queue, notify and refuse; what they did is already in the rows.
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  for (const { name } of tables.toReversed()) await client.query(`delete from "${name}"`);
  for (const table of tables) await loadTable(client, table, manifest, workDirectory);
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  await client.query('commit');
};

const loadTable = async (client: pg.Client, table: Table, manifest: Manifest, workDirectory: string) => {
  const dumped = manifest.tables.find(({ name }) => name === table.name);
  if (!dumped) throw new RestoreError(`备份缺少数据表 ${table.name}`);
  const columns = dumped.columns.map((name) => `"${name}"`).join(', ');
  const target = client.query(copyFrom(`copy "${table.name}" (${columns}) from stdin`));
  await pipeline(createReadStream(join(workDirectory, dumped.entry.path)), target);
  for (const { name } of table.columns.filter(({ isIdentity }) => isIdentity))
    await client.query(
      `select setval(pg_get_serial_sequence('"${table.name}"', '${name}'), greatest(max("${name}"), nextval(pg_get_serial_sequence('"${table.name}"', '${name}')))) from "${table.name}"`,
    );
};
