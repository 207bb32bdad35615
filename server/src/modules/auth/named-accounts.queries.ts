import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/**
 * The accounts that a name may mean: the one of this name, and a further one that was opened for this number. Of several
 * the one that proved the number comes first, then one that waits for its owner.
 */
export const findNamed = async (db: Db, username: string) => {
  const columns = [
    'id',
    'username',
    'phone',
    'proven_phone',
    'email',
    'password_hash',
    'enabled',
    'must_change_password',
  ] as const;
  const [named, other] = await Promise.all([
    db
      .selectFrom('sys_user')
      .select(columns)
      .where((where) => where(where.fn('lower', ['username']), '=', username.toLowerCase()))
      .executeTakeFirst(),
    db
      .selectFrom('sys_user')
      .select(columns)
      .where('phone', '=', username)
      .where(sql<boolean>`username = phone || '-' || id`)
      .orderBy(sql`proven_phone is distinct from phone`)
      .orderBy('must_change_password', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return [named, other] as const;
};
