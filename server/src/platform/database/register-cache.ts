import { sql } from 'kysely';
import type { Db } from './db.ts';

/** A value made from the public registers, read again only when one of them has changed. The same for every session. */
export type RegisterCache = <T>(key: string, read: () => Promise<T>) => Promise<T>;

const readVersion = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    version: number;
  }>`select version from data_version where name = 'register'`.execute(db);
  return rows[0]?.version ?? 0;
};

/**
 * Values are kept under the version of the registers, which counts up with every transaction that changes subjects or
 * dictionaries. It is read before the value, so that a value is never older than its version.
 */
export const createRegisterCache = (db: Db): RegisterCache => {
  const entries = new Map<string, { version: number; value: Promise<unknown> }>();
  return async <T>(key: string, read: () => Promise<T>) => {
    const version = await readVersion(db);
    const known = entries.get(key);
    // A key has one type of value, that of its readers.
    if (known?.version === version) return known.value as Promise<T>;
    const entry = { version, value: read() };
    entries.set(key, entry);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
};
