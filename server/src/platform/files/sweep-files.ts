import { sql } from 'kysely';
import pg from 'pg';
import { type Db, inTransaction, type Tx } from '../database/db.ts';
import { archiveUses, fileUses } from './content-uses.ts';
import type { FileStore } from './file-store.ts';
import { lockBlob } from './keep-blob.ts';
import { daysBefore } from '../clock.ts';

const BATCH = 500;
const FOREIGN_KEY = '23503';

/** Which of these contents some row needs. */
type Needed = (db: Db | Tx, names: string[]) => Promise<Set<string>>;

const neededBy =
  (uses: string): Needed =>
  async (db, names) => {
    const hashes = names.map((name) => name.slice(0, 64));
    const { rows } = await sql<{ name: string }>`
      select name from (${sql.raw(uses)}) as content_use where hash = any(${hashes}) and name = any(${names})`.execute(
      db,
    );
    return new Set(rows.map(({ name }) => name));
  };

/**
 * Files, avatars, finished exports, materials of projects and of their recommendations, their blind copies and archives
 * of them.
 */
export const neededFiles = neededBy(fileUses);
export const neededArchives = neededBy(archiveUses);

/** Whether a file belongs to a recommendation that waits for a second person. */
export const isAskedWith = sql<boolean>`exists (select from confirmation where confirmation.state = 'waiting'
  and act = 'recommendException' and object_id = recommendation_file.project_id
  and input -> 'fileIds' @> to_jsonb(recommendation_file.id))`;

/** Delete a content unless a row needs it; answers whether it is gone. */
export const dropBlob = (db: Db, store: FileStore, needed: Needed, name: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await lockBlob(tx, name);
    if ((await needed(tx, [name])).has(name)) return false;
    await store.remove(name);
    return true;
  });

/**
 * Delete rows that nothing has needed for a day: uploads for articles that were never saved or no longer use them, and
 * what a stopped process announced but never kept. Their contents go with `sweepBlobs`. Answers how many rows went.
 */
export const deleteUnusedFiles = async (db: Db, now: Date): Promise<number> => {
  const limit = daysBefore(now, 1);
  const unused = await db
    .selectFrom('stored_file')
    .select('id')
    .where((row) =>
      row.or([
        row.and([row('whole', '=', false), row('create_time', '<', limit)]),
        row.and([row('purpose', '=', 'article'), row('unused_since', '<', limit)]),
      ]),
    )
    .where(sql<boolean>`not exists (select from article_file where file_id = stored_file.id)`)
    .limit(BATCH)
    .execute();
  let deleted = 0;
  for (const { id } of unused) if (await deleteUnlessUsed(db, id)) deleted += 1;
  await db
    .deleteFrom('project_material')
    .where('whole', '=', false)
    .where('create_time', '<', limit)
    .execute();
  // Also those with which nothing was recommended in the end.
  await db
    .deleteFrom('recommendation_file')
    .where('recommendation_id', 'is', null)
    .where('create_time', '<', limit)
    .where(sql<boolean>`not ${isAskedWith}`)
    .execute();
  await db.deleteFrom('archive').where('whole', '=', false).where('create_time', '<', limit).execute();
  return deleted;
};

/** An article that is saved at this moment wins. */
const deleteUnlessUsed = async (db: Db, id: number) => {
  try {
    await db.deleteFrom('stored_file').where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === FOREIGN_KEY)) throw error;
    return false;
  }
};

/**
 * Deletes exports that cannot be fetched any more, and their contents at once: they hold personal data. Returns their
 * number.
 */
export const deleteOldExports = async (db: Db, store: FileStore, now: Date): Promise<number> => {
  const old = await db
    .deleteFrom('export_file')
    .where('create_time', '<', daysBefore(now, 1))
    .returning('sha256')
    .execute();
  for (const { sha256 } of old) await dropBlob(db, store, neededFiles, `${sha256}.xlsx`);
  return old.length;
};

/** Deletes archives of materials that were idle for two days, and their contents: they hold personal data. */
export const deleteOldArchives = async (db: Db, store: FileStore, now: Date): Promise<number> => {
  const old = await db
    .deleteFrom('material_archive')
    .where('create_time', '<', daysBefore(now, 2))
    .returning('sha256')
    .execute();
  for (const { sha256 } of old) if (sha256) await dropBlob(db, store, neededFiles, `${sha256}.zip`);
  return old.length;
};

/**
 * Deletes contents of a store that no row needs. Returns their number. Those of the last day stay: a transaction may be
 * adding them again.
 */
export const sweepBlobs = async (db: Db, store: FileStore, needed: Needed, now: Date): Promise<number> => {
  let deleted = 0;
  let names: string[] = [];
  const sweep = async () => {
    const kept = await needed(db, names);
    for (const name of names) if (!kept.has(name) && (await dropBlob(db, store, needed, name))) deleted += 1;
    names = [];
  };
  for await (const { name, keptAt } of store.list()) {
    if (keptAt > daysBefore(now, 1)) continue;
    names.push(name);
    if (names.length === BATCH) await sweep();
  }
  await sweep();
  return deleted;
};
