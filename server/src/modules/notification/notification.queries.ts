import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { type Paging, paginate } from '../../platform/lists/paginate.ts';
import type { Principal } from '../../platform/auth/principal.ts';

const ownOf = (db: Db, userId: number) =>
  db
    .selectFrom('notification')
    .select(['id', 'kind', 'text', 'link', 'create_time as createTime'])
    .select(sql<boolean>`read_time is not null`.as('isRead'))
    .where('user_id', '=', userId);

/** Messages of an account, newest first, and the number of unseen ones. */
export const findNotifications = async (db: Db, userId: number, query: Paging) => {
  const [page, counted] = await Promise.all([
    paginate(query, ownOf(db, userId), { sortable: { createTime: 'id' }, order: [['id', 'desc']] }),
    db
      .selectFrom('notification')
      .select(({ fn }) => fn.countAll<number>().as('unread'))
      .where('user_id', '=', userId)
      .where('read_time', 'is', null)
      .executeTakeFirstOrThrow(),
  ]);
  return { ...page, unread: counted.unread };
};

export const markRead = async (db: Db, { userId, at }: Principal, upTo: number) => {
  await db
    .updateTable('notification')
    .set({ read_time: at })
    .where('user_id', '=', userId)
    .where('id', '<=', upTo)
    .where('read_time', 'is', null)
    .execute();
};

export const clearNotifications = async (db: Db, userId: number, upTo: number) => {
  await db.deleteFrom('notification').where('user_id', '=', userId).where('id', '<=', upTo).execute();
};
