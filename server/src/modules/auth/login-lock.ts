import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { createLimitByKey } from '../../platform/limit.ts';

const WINDOW_MINUTES = 15;
const MAX_OF_ACCOUNT = 5;
/** A whole school may stand behind one address; five slips of its staff must not lock everybody out. */
const MAX_OF_ADDRESS = 20;

const accountKey = (username: string) => username.toLowerCase().slice(0, 100);

/** Refuse a sign-in while the account or the address has too many failures of the last 15 minutes. */
const refuseLocked = async (tx: Tx, username: string, ip: string) => {
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
    ) as locks`.execute(tx);
  const until = rows[0]?.until;
  if (!until) return;
  const minutes = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 60_000));
  throw badRequest('auth.locked', `账号已锁定，请于 ${minutes} 分钟后再试`);
};

/** Write an attempt down as a failure before it is judged, else attempts at the same moment all find the lock open. */
const reserveAttempt = (db: Db, username: string, ip: string) =>
  inTransaction(db, async (tx) => {
    // Always the account first, so that no two wait for each other.
    for (const key of [`login account:${accountKey(username)}`, `login address:${ip}`])
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    await refuseLocked(tx, username, ip);
    const rows = await tx
      .insertInto('login_failure')
      .values([
        { kind: 'account', subject: accountKey(username) },
        { kind: 'address', subject: ip },
      ])
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  });

/** One address keeps one of the three places for hashes free for others, and has few attempts that are not judged yet. */
const ofAddress = createLimitByKey(2);

type Attempt = { username: string; ip: string };

/**
 * Judge a password, or throw when the account or the address is locked. Null is a failure; anything else takes the
 * failure back that was written down beforehand.
 */
export const judgeAttempt = <T>(
  db: Db,
  { username, ip }: Attempt,
  judge: () => Promise<T | null>,
): Promise<T | null> =>
  ofAddress(ip, async () => {
    const reserved = await reserveAttempt(db, username, ip);
    const judged = await judge();
    if (judged !== null) await db.deleteFrom('login_failure').where('id', 'in', reserved).execute();
    return judged;
  });

/** Success forgives the account, not the address: else one known account would hide attempts on all others. */
export const forgiveAccount = async (db: Db, username: string) => {
  await db
    .deleteFrom('login_failure')
    .where('kind', '=', 'account')
    .where('subject', '=', accountKey(username))
    .execute();
};
