import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isBlobName } from '../platform/files/file-store.ts';
import { noteRestored } from '../platform/audit/audit-heads.ts';
import { requireIdentityKey } from '../platform/identity.ts';
import { isOfEarlierBuild, migrate, sqlMigrations } from '../platform/database/migrate.ts';
import { type Entry, Manifest, MANIFEST_PATH, sha256Of } from './manifest.ts';
import { RestoreError } from './restore-error.ts';
import { placeOf, type Stores } from './stored-files.ts';
import { findTables, type Table } from './tables.ts';
import { unpackArchive } from './unpack-archive.ts';

/** `dataDir` is where the archive is unpacked: on the disk that files on the local disk go to. */
type Target = {
  connection: pg.ClientConfig;
  stores: Stores;
  dataDir: string;
  /** The configured one, if any. */
  identityKey: string | undefined;
};

/**
 * Restore an archive into an empty installation, its files into whichever store is configured. Every checksum is compared
 * first, and the key with the one that identity numbers were written with. The files are kept before the rows, which come in
 * one transaction: a restore is whole or did not happen.
 */
export const restoreBackup = async (
  { connection, stores, dataDir, identityKey }: Target,
  archive: string,
): Promise<Manifest> => {
  await mkdir(dataDir, { recursive: true });
  const workDirectory = await mkdtemp(join(dataDir, 'restoring-'));
  const client = new pg.Client(connection);
  try {
    await unpack(archive, workDirectory);
    const manifest = await readManifest(workDirectory);
    requireIdentityKey(await readSecrets(manifest, workDirectory), identityKey);
    await client.connect();
    await requireEmpty(client, stores);
    await withFiles({ manifest, stores, workDirectory }, async () => {
      await prepareSchema(client, manifest);
      await loadRows(client, { manifest, workDirectory, place: stores.files.place });
    });
    await noteRestored(client, dataDir);
    return manifest;
  } finally {
    // The dumps are plain text: they go first, whatever the connection does.
    await rm(workDirectory, { recursive: true, force: true });
    await client.end();
  }
};

type Restoring = { manifest: Manifest; stores: Stores; workDirectory: string };

/** Keep the files, then do the rest; if either fails, the stores are as empty as before. */
const withFiles = async (
  { manifest: { files }, stores, workDirectory }: Restoring,
  rest: () => Promise<void>,
) => {
  const begun: Entry[] = [];
  try {
    for (const entry of files) {
      const { store, name } = placeOf(stores, entry);
      // Older backups took whatever lay in the directory.
      if (!isBlobName(name)) continue;
      begun.push(entry);
      await store.keep(
        { path: join(workDirectory, entry.path), sha256: entry.sha256, bytes: entry.bytes },
        name,
      );
    }
    await rest();
  } catch (error) {
    // Leftovers are reported by the next attempt, which requires empty stores.
    for (const entry of begun) {
      const { store, name } = placeOf(stores, entry);
      await store.remove(name).catch(() => undefined);
    }
    throw error;
  }
};

const unpack = (archive: string, workDirectory: string) =>
  unpackArchive(archive, async (entries) => {
    for await (const entry of entries) {
      const path = normalize(entry.header.name);
      // An archive from elsewhere must not write outside.
      if (path.startsWith('..') || path.startsWith('/'))
        throw new RestoreError(`备份文件含有非法路径：${path}`);
      await mkdir(join(workDirectory, dirname(path)), { recursive: true });
      await pipeline(entry, createWriteStream(join(workDirectory, path)));
    }
  });

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

const requireEmpty = async (client: pg.Client, stores: Stores) => {
  const { rowCount } = await client.query(
    "select from information_schema.tables where table_schema = 'public' limit 1",
  );
  if (rowCount) throw new RestoreError('目标数据库不是空的，请恢复到新的数据库');
  for (const { list, place } of [stores.files, stores.archives])
    for await (const { name } of list())
      throw new RestoreError(`目标${place === 's3' ? '桶' : '文件目录'}不是空的，其中已有 ${name}`);
};

/** The schema as it was when the backup was made; a later start brings it up to date. */
const prepareSchema = async (client: pg.Client, { migrations }: Manifest) => {
  if (await isOfEarlierBuild(migrations))
    throw new RestoreError('备份来自正式发布前的早期版本，不能恢复到此版本');
  const known = await sqlMigrations();
  const unknown = migrations.filter((name) => /^\d/.test(name) && !known.includes(name));
  if (unknown.length > 0) throw new RestoreError(`备份来自更新的版本（${unknown.join('、')}），请先升级程序`);
  await migrate(client, [], migrations);
};

type Rows = { manifest: Manifest; workDirectory: string; place: 'local' | 's3' };

const loadRows = async (client: pg.Client, { manifest, workDirectory, place }: Rows) => {
  const tables = await findTables(client);
  await client.query('begin');
  // Triggers would queue, notify and refuse; what they did is already in the rows.
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  for (const { name } of tables.toReversed()) await client.query(`delete from "${name}"`);
  for (const table of tables) await loadTable(client, table, manifest, workDirectory);
  // The files are where this installation keeps its own now.
  await client.query('update stored_file set place = $1', [place]);
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  await client.query('commit');
};

const loadTable = async (client: pg.Client, table: Table, manifest: Manifest, workDirectory: string) => {
  const dumped = manifest.tables.find(({ name }) => name === table.name);
  if (!dumped) throw new RestoreError(`备份缺少数据表 ${table.name}`);
  const unknown = dumped.columns.find((column) => !table.columns.some(({ name }) => name === column));
  if (unknown) throw new RestoreError(`备份的数据表 ${table.name} 含有未知的列 ${unknown}`);
  const columns = dumped.columns.map((name) => `"${name}"`).join(', ');
  const target = client.query(copyFrom(`copy "${table.name}" (${columns}) from stdin`));
  await pipeline(createReadStream(join(workDirectory, dumped.entry.path)), target);
  for (const { name } of table.columns.filter(({ isIdentity }) => isIdentity))
    await client.query(
      `select setval(pg_get_serial_sequence('"${table.name}"', '${name}'), greatest(max("${name}"), nextval(pg_get_serial_sequence('"${table.name}"', '${name}')))) from "${table.name}"`,
    );
};
