import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { callerNetwork } from '../../platform/http/network.ts';
import { createLimitByKey } from '@zhiping/shared/limit.ts';
import { later } from '../../platform/clock.ts';

const WINDOW_MS = 15 * 60_000;
const MAX_OF_ACCOUNT = 5;
/** A whole school may share one address; a few failed sign-ins of its staff must not lock it. */
const MAX_OF_ADDRESS = 20;

type Attempt = { username: string; ip: string; at: Date };

const accountKey = (username: string) => username.toLowerCase().slice(0, 100);

/** Refuse a sign-in while the account or the address has too many failures of the last 15 minutes. */
const refuseLocked = async (tx: Tx, { username, ip, at }: Attempt) => {
  const start = later(at, -WINDOW_MS);
  // The moment when the oldest failure that still counts leaves the window is when the lock ends.
  const { rows } = await sql<{ oldest: Date | null }>`
    select max(at) as oldest from (
      (select at from login_failure
        where kind = 'account' and subject = ${accountKey(username)} and at > ${start}
        order by at desc offset ${MAX_OF_ACCOUNT - 1} limit 1)
      union all
      (select at from login_failure
        where kind = 'address' and subject = ${ip} and at > ${start}
        order by at desc offset ${MAX_OF_ADDRESS - 1} limit 1)
    ) as locks`.execute(tx);
  const oldest = rows[0]?.oldest;
  if (!oldest) return;
  const minutes = Math.max(1, Math.ceil((oldest.getTime() - start.getTime()) / 60_000));
  throw badRequest('auth.locked', `账号已锁定，请于 ${minutes} 分钟后再试`);
};

/** Write an attempt down as a failure before it is checked, else attempts at the same moment all find the lock open. */
const reserveAttempt = (db: Db, attempt: Attempt) =>
  inTransaction(db, async (tx) => {
    const { username, ip, at } = attempt;
    // Always the account first, so that no two wait for each other.
    for (const key of [`login account:${accountKey(username)}`, `login address:${ip}`])
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    await refuseLocked(tx, attempt);
    const rows = await tx
      .insertInto('login_failure')
      .values([
        { kind: 'account', subject: accountKey(username), at },
        { kind: 'address', subject: ip, at },
      ])
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  });

/** One address keeps one of the three places for hashes free for others, and has few attempts that are not checked yet. */
const ofAddress = createLimitByKey(2);

/**
 * Check a password, or throw when the account or the address is locked. Null is a failure; anything else takes the
 * failure back that was written down beforehand.
 */
export const checkAttempt = <T>(
  db: Db,
  attempt: Attempt,
  check: () => Promise<T | null>,
): Promise<T | null> => {
  const counted = { ...attempt, ip: callerNetwork(attempt.ip) };
  return ofAddress(counted.ip, async () => {
    const reserved = await reserveAttempt(db, counted);
    const checked = await check();
    if (checked !== null) await db.deleteFrom('login_failure').where('id', 'in', reserved).execute();
    return checked;
  });
};

/** Success forgives the account, not the address: else one known account would hide attempts on all others. */
export const forgiveAccount = async (db: Db, username: string) => {
  await db
    .deleteFrom('login_failure')
    .where('kind', '=', 'account')
    .where('subject', '=', accountKey(username))
    .execute();
};
