import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';

/** Names of accounts that are opened at the same moment are chosen one after the other. */
export const lockAccountNames = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('account names', 0))`.execute(tx);

/**
 * The user name of a new account in a statement whose table has `user_id` and `phone`: the number, or where an account
 * has that name already, the number and the id (`findNamed` finds both by the number).
 */
export const accountName = (table: string): RawBuilder<string> => {
  const [phone, id] = [sql.ref(`${table}.phone`), sql.ref(`${table}.user_id`)];
  return sql<string>`case when exists (select from sys_user known where lower(known.username) = ${phone})
    or exists (select from ${sql.table(table)} as earlier where earlier.phone = ${phone} and earlier.user_id < ${id})
    then ${phone} || '-' || ${id} else ${phone} end`;
};
