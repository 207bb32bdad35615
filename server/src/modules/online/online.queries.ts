import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { addressOf } from '../../platform/http/network.ts';
import { type Ordering, type Paging, paginate, streamed } from '../../platform/lists/paginate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { whereGiven } from '../../platform/database/where-given.ts';

type Words = { blurry?: string; username?: string };

const selectSessions = (db: Db, reader: Principal, { blurry, username }: Words) =>
  db
    .selectFrom('session')
    .innerJoin('sys_user as u', 'u.id', 'session.user_id')
    .leftJoin('dept', 'dept.id', 'u.dept_id')
    .select([
      'u.id as uid',
      'u.username as userName',
      'u.nick_name as nickName',
      'dept.name as dept',
      'session.browser',
      'session.ip',
      'session.key',
      'session.login_time as loginTime',
    ])
    .where('u.enabled', '=', true)
    .where('session.expires_at', '>', reader.at)
    .where(sql<boolean>`session.seen_at + session.idle_seconds * interval '1 second' > ${reader.at}`)
    .where(inDeptScope(reader, 'u.dept_id'))
    .$call(
      whereGiven(blurry ?? username, (rows, given) =>
        rows.where(
          sql<boolean>`lower(u.username || ' ' || u.nick_name || ' ' || session.ip) like ${likePattern(given)}`,
        ),
      ),
    );

const ordering = {
  // Sessions have no number; stock clients sort by one.
  sortable: { loginTime: 'session.login_time', userName: 'u.username', id: 'session.login_time' },
  order: [
    ['session.login_time', 'desc'],
    ['session.key', 'asc'],
  ],
} satisfies Ordering<Schema & { u: Schema['sys_user'] }, 'session' | 'u'>;

/** Sessions of users in the reader's scope that have not ended. */
export const findOnlineUsers = async (db: Db, reader: Principal, query: Paging & Words) => {
  const page = await paginate(query, selectSessions(db, reader, query), ordering);
  return { ...page, content: page.content.map((row) => ({ ...row, address: addressOf(row.ip) })) };
};

export const streamOnlineUsers = (db: Db, reader: Principal, query: Pick<Paging, 'sort'> & Words) =>
  streamed(selectSessions(db, reader, query), query.sort, ordering);

/** End the sessions with these keys, as far as their users are in the reader's scope. */
export const kick = (db: Db, reader: Principal, keys: string[]) =>
  db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .using('sys_user')
      .whereRef('sys_user.id', '=', 'session.user_id')
      .where(inDeptScope(reader, 'sys_user.dept_id'))
      .where('session.key', 'in', keys)
      .returning('session.user_id')
      .execute();
    for (const { user_id } of ended)
      await audit(tx, {
        actorId: reader.userId,
        action: 'session.kicked',
        entity: 'user',
        entityId: user_id,
      });
  });
