import { createReadStream } from 'node:fs';
import { glob, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isBlobName } from '../platform/files/file-store.ts';
import { noteRestored } from '../platform/audit/audit-heads.ts';
import { requireIdentityKey } from '../platform/identity.ts';
import { isOfEarlierBuild, migrate, sqlMigrations } from '../platform/database/migrate.ts';
import type { Entry, Manifest } from './manifest.ts';
import { readBackup, type Trust } from './read-backup.ts';
import { RestoreError } from './restore-error.ts';
import { placeOf, type Stores } from './stored-files.ts';
import { findTables, type Table } from './tables.ts';
import { withWorkDirectory } from './work-directory.ts';

/** `dataDir` is where the archive is unpacked: on the disk that files on the local disk go to. */
export type Target = {
  connection: pg.ClientConfig;
  stores: Stores;
  dataDir: string;
  /** The configured one, if any. */
  identityKey: string | undefined;
  trust: Trust;
};

/**
 * Restore an archive into an empty installation, its files into whichever store is configured. Its signature and every
 * checksum are verified first, and the key is compared with the one that identity numbers were written with. The files are
 * kept before the rows, which come in one transaction: a restore is whole or did not happen.
 */
export const restoreBackup = async (
  { connection, stores, dataDir, identityKey, trust }: Target,
  archive: string,
) => {
  await mkdir(dataDir, { recursive: true });
  // A restore that was killed could not remove its dumps.
  for await (const left of glob('restoring-*', { cwd: dataDir }))
    await rm(join(dataDir, left), { recursive: true });
  const client = new pg.Client(connection);
  // A connection that is cut is reported by the statement that needs it.
  client.on('error', () => {});
  try {
    return await withWorkDirectory(join(dataDir, 'restoring-'), async (workDirectory) => {
      const backup = await readBackup(archive, trust, (name) => join(workDirectory, name));
      const { manifest } = backup;
      requireIdentityKey(await readSecrets(manifest, workDirectory), identityKey);
      await client.connect();
      await requireEmpty(client, stores);
      await withFiles({ manifest, stores, workDirectory }, async () => {
        await prepareSchema(client, manifest);
        await loadRows(client, { manifest, workDirectory, place: stores.files.place });
      });
      await noteRestored(client, dataDir);
      return backup;
    });
  } finally {
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
  requireSame(
    '数据表',
    manifest.tables.map(({ name }) => name),
    tables,
  );
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

/** Throw a RestoreError about the first name that only one of the lists has. */
const requireSame = (noun: string, dumped: string[], actual: { name: string }[]) => {
  const [other] = new Set(dumped).symmetricDifference(new Set(actual.map(({ name }) => name)));
  if (other !== undefined) throw new RestoreError(`备份的${noun}与程序不符：${other}`);
};

const loadTable = async (client: pg.Client, table: Table, manifest: Manifest, workDirectory: string) => {
  const dumped = manifest.tables.find(({ name }) => name === table.name)!;
  requireSame(`数据表 ${table.name} 的列`, dumped.columns, table.columns);
  const columns = dumped.columns.map((name) => `"${name}"`).join(', ');
  const target = client.query(copyFrom(`copy "${table.name}" (${columns}) from stdin`));
  await pipeline(createReadStream(join(workDirectory, dumped.entry.path)), target);
  for (const { name } of table.columns.filter(({ isIdentity }) => isIdentity))
    await client.query(
      `select setval(pg_get_serial_sequence('"${table.name}"', '${name}'), greatest(max("${name}"), nextval(pg_get_serial_sequence('"${table.name}"', '${name}')))) from "${table.name}"`,
    );
};
