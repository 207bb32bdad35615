import { sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';
import { inTransaction } from '../database/db.ts';
import type { FileStore, Received } from './file-store.ts';

/** Only ours; the second half of the key is the name of the content. */
const BLOB_LOCK = 7_304_120;

/**
 * Locks a content until the transaction ends. Adding a row that needs it and deleting it for lack of rows exclude each
 * other here, so that a content is deleted only if unused.
 */
export const lockBlob = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${BLOB_LOCK}))`.execute(tx);

type Row<T> = {
  /** Adds the row that needs the content, not yet whole. */
  announce: (tx: Tx) => Promise<T>;
  /** Marks it whole, with its audit event. */
  finish: (tx: Tx, row: T) => Promise<void>;
  /** Takes the row back when the content could not be kept. */
  withdraw: (row: T) => Promise<unknown>;
};

/** Keep a content and its row. The row comes first, so that no clean-up finds the content without one. */
export const keepBlob = async <T>(
  db: Db,
  store: FileStore,
  { file, name }: { file: Received; name: string },
  { announce, finish, withdraw }: Row<T>,
): Promise<T> => {
  const row = await inTransaction(db, async (tx) => {
    await lockBlob(tx, name);
    return announce(tx);
  });
  try {
    await store.keep(file, name);
    await inTransaction(db, (tx) => finish(tx, row));
  } catch (error) {
    await withdraw(row);
    throw error;
  }
  return row;
};
