import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';

const WINDOW_MINUTES = 15;
const MAX_OF_ACCOUNT = 5;
/** A whole school may stand behind one address; five slips of its staff must not lock everybody out. */
const MAX_OF_ADDRESS = 20;

const accountKey = (username: string) => username.toLowerCase().slice(0, 100);

/** Refuse a sign-in while the account or the address has too many failures of the last 15 minutes. */
export const refuseLocked = async (db: Db, username: string, ip: string) => {
  // The moment when the oldest failure that still counts leaves the window is when the lock ends.
  const { rows } = await sql<{ until: Date | null }>`
    select max(until) as until from (
      (select at + ${WINDOW_MINUTES} * interval '1 minute' as until from login_failure
        where kind = 'account' and subject = ${accountKey(username)} and at > now() - ${WINDOW_MINUTES} * interval '1 minute'
        order by at desc offset ${MAX_OF_ACCOUNT - 1} limit 1)
      union all
      (select at + ${WINDOW_MINUTES} * interval '1 minute' from login_failure
        where kind = 'address' and subject = ${ip} and at > now() - ${WINDOW_MINUTES} * interval '1 minute'
        order by at desc offset ${MAX_OF_ADDRESS - 1} limit 1)
    ) as locks`.execute(db);
  const until = rows[0]?.until;
  if (!until) return;
  const minutes = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 60_000));
  throw badRequest('auth.locked', `账号已锁定，请于 ${minutes} 分钟后再试`);
};

export const recordFailure = async (db: Db, username: string, ip: string) => {
  await db
    .insertInto('login_failure')
    .values([
      { kind: 'account', subject: accountKey(username) },
      { kind: 'address', subject: ip },
    ])
    .execute();
};

/** Success forgives the account, not the address: else one known account would hide attempts on all others. */
export const forgiveAccount = async (db: Db, username: string) => {
  await db
    .deleteFrom('login_failure')
    .where('kind', '=', 'account')
    .where('subject', '=', accountKey(username))
    .execute();
};
