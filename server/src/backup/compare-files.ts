import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Entry, Manifest } from './manifest.ts';
import { findNeeded, type Needed } from './needed-contents.ts';
import { listAll, pathOf, placeOf, type Stores } from './stored-files.ts';

type Compared = {
  same: number;
  /** Contents that came after the backup, and such as went because nothing needs them any more. */
  added: number;
  gone: number;
  differences: string[];
};

const FOLDERS = ['files', 'archives'] as const;

/** Paths of the contents that rows need now. */
const findNeededPaths = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const needed: Needed = await findNeeded(client);
    return new Set(FOLDERS.flatMap((folder) => [...needed[folder]].map((name) => pathOf(folder, name))));
  } finally {
    await client.end();
  }
};

/** Compare the files of an archive with the stores, byte by byte, and with the rows that need them. */
export const compareFiles = async (
  connection: pg.ClientConfig,
  stores: Stores,
  { createdAt, files, missing }: Manifest,
): Promise<Compared> => {
  const needed = await findNeededPaths(connection);
  const inBackup = new Set([...files.map(({ path }) => path), ...missing]);
  const result: Compared = {
    same: 0,
    added: 0,
    gone: 0,
    differences: missing.map((path) => `${path}：备份时已不在存储中`),
  };
  const differs = (path: string, problem: string) => result.differences.push(`${path}：${problem}`);
  const inStore = new Set<string>();
  for await (const { path, keptAt } of listAll(stores)) {
    if (inBackup.has(path) || inStore.has(path)) continue;
    inStore.add(path);
    // Uploaded backups and contents without a row are not missed.
    if (keptAt < new Date(createdAt) && needed.has(path)) differs(path, '备份之前已有，而备份中没有');
    else if (needed.has(path)) result.added += 1;
  }
  for (const entry of files) {
    const found = await hashOf(stores, entry);
    if (found === entry.sha256) result.same += 1;
    else if (found !== null) differs(entry.path, '存储中的内容与备份不同');
    else if (needed.has(entry.path)) differs(entry.path, '备份中有，存储中已没有');
    else result.gone += 1;
  }
  const known = new Set([...inBackup, ...inStore]);
  for (const path of needed) if (!known.has(path)) differs(path, '数据库需要，备份和存储中都没有');
  return result;
};

const hashOf = async (stores: Stores, entry: Entry): Promise<string | null> => {
  const { store, name } = placeOf(stores, entry);
  const content = await store.read(name);
  if (!content) return null;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
};
