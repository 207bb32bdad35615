import type { KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pack, type Pack } from 'tar-stream';
import { type Entry, MANIFEST_BYTES, MANIFEST_PATH, type Manifest, sha256Of } from './manifest.ts';
import { findNeeded, findOwners, MissingContents, missingFrom, type Needed } from './needed-contents.ts';
import { SIGNATURE_PATH, signManifest } from './signature.ts';
import { addContent, ContentGone, listContents, type Stores } from './stored-files.ts';
import { findTables, quoted, type Table } from './tables.ts';
import { withWorkDirectory } from './work-directory.ts';
import { systemClock } from '../platform/clock.ts';

export type Source = {
  connection: pg.ClientConfig;
  stores: Stores;
  /** The private one that the archive is signed with. */
  key: KeyObject;
  /** Back up the rest when the store has lost contents; the manifest lists them. */
  allowsMissing?: boolean;
};

/** Attempts on a system in which files are deleted all the time. */
const TRIES = 5;

/**
 * Write the whole installation, database and files, into one gzipped tar archive. The tables are one snapshot, however
 * busy the product is; the files are read after it from whichever store they are in, so that every file a row names is
 * there; a MissingContents names those that are not. The archive is signed, and appears under its name only when it is
 * whole. It holds password hashes and keys, hence mode 0600.
 */
export const createBackup = async (source: Source, archive: string): Promise<Manifest> => {
  const unfinished = `${archive}.part`;
  const remove = () => rmSync(unfinished, { force: true });
  process.on('exit', remove);
  try {
    return await tryUntilStill(source, unfinished, archive);
  } finally {
    process.off('exit', remove);
    remove();
  }
};

const tryUntilStill = async (source: Source, unfinished: string, archive: string): Promise<Manifest> => {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      const manifest = await backUpOnce(source, unfinished);
      await rename(unfinished, archive);
      return manifest;
    } catch (error) {
      if (!(error instanceof ContentGone) || left === 0) throw error;
    }
  }
};

const backUpOnce = (
  { connection, stores, key, allowsMissing = false }: Source,
  unfinished: string,
): Promise<Manifest> =>
  withWorkDirectory(join(tmpdir(), 'zhiping-backup-'), async (workDirectory) => {
    const createdAt = systemClock.now().toISOString();
    const { migrations, tables, needed } = await dumpTables(connection, workDirectory);
    const files = await listContents(stores, needed.archives);
    const missing = await requireContents(connection, needed, files, allowsMissing);
    const manifest: Manifest = {
      format: 1,
      createdAt,
      migrations,
      tables,
      files,
      missing,
    };
    await writeArchive(manifest, { workDirectory, stores, key }, unfinished);
    return manifest;
  });

/** Paths of contents that are missing where that is allowed. Rows that went since the snapshot need nothing any more. */
const requireContents = async (
  connection: pg.ClientConfig,
  needed: Needed,
  files: readonly Entry[],
  allowsMissing: boolean,
): Promise<string[]> => {
  const missing = missingFrom(needed, files);
  if (missing.files.length + missing.archives.length === 0) return [];
  const lost = await findOwners(connection, missing);
  if (lost.length === 0) throw new ContentGone();
  if (!allowsMissing) throw new MissingContents(lost);
  return lost.map(({ path }) => path);
};

const dumpTables = async (connection: pg.ClientConfig, workDirectory: string) => {
  await mkdir(join(workDirectory, 'tables'));
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const { rows } = await client.query<{ name: string }>(
      'select name from migration order by applied_at, name',
    );
    const tables: Manifest['tables'] = [];
    for (const table of await findTables(client)) tables.push(await dumpTable(client, table, workDirectory));
    return { migrations: rows.map(({ name }) => name), tables, needed: await findNeeded(client) };
  } finally {
    await client.end();
  }
};

const dumpTable = async (client: pg.Client, table: Table, workDirectory: string) => {
  const path = `tables/${table.name}.copy`;
  const file = join(workDirectory, path);
  const source = client.query(copyTo(`copy "${table.name}" (${quoted(table)}) to stdout`));
  await pipeline(source, createWriteStream(file));
  const columns = table.columns.map(({ name }) => name);
  return { name: table.name, columns, rows: source.rowCount ?? 0, entry: await entryOf(file, path) };
};

const entryOf = async (file: string, path: string): Promise<Entry> => ({
  path,
  bytes: (await stat(file)).size,
  sha256: await sha256Of(file),
});

type Parts = Pick<Source, 'stores' | 'key'> & { workDirectory: string };

const writeArchive = async (
  manifest: Manifest,
  { workDirectory, stores, key }: Parts,
  unfinished: string,
) => {
  const list = Buffer.from(JSON.stringify(manifest));
  if (list.length > MANIFEST_BYTES) throw new Error('文件过多，备份的清单超出上限，备份没有完成');
  const tar = pack();
  const writing = pipeline(tar, createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
  const filling = (async () => {
    tar.entry({ name: SIGNATURE_PATH }, signManifest(list, key));
    tar.entry({ name: MANIFEST_PATH }, list);
    for (const { entry } of manifest.tables) await addFile(tar, join(workDirectory, entry.path), entry);
    for (const entry of manifest.files) await addContent(tar, stores, entry);
    tar.finalize();
  })();
  filling.catch((error: Error) => tar.destroy(error));
  await Promise.all([filling, writing]);
  const written = await open(unfinished);
  await written.sync();
  await written.close();
};

const addFile = (tar: Pack, file: string, { path, bytes }: Entry) =>
  pipeline(createReadStream(file), tar.entry({ name: path, size: bytes }));
