import { sql } from 'kysely';
import { createLimitByKey } from '@zhiping/shared/limit.ts';
import { later } from '../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { callerNetwork } from '../../platform/http/network.ts';

const MINUTE_MS = 60_000;

/** How many failures lock, and how long they count. */
type Limit = { most: number; countsMs: number };
/** A name at one address: guesses from elsewhere must not lock its owner out. */
const ofPair: Limit = { most: 5, countsMs: 15 * MINUTE_MS };
/** A name from everywhere, for guesses that many addresses share. */
const ofName: Limit = { most: 30, countsMs: 60 * MINUTE_MS };
/** A whole school may share one address; a few failed sign-ins of its staff must not lock it. */
const ofAddress: Limit = { most: 20, countsMs: 15 * MINUTE_MS };

type Attempt = { username: string; ip: string; at: Date };

const nameKey = (username: string) => username.toLowerCase().slice(0, 100);

/** The end of a lock: when the oldest failure that it takes no longer counts. */
const endOf = ({ most, countsMs }: Limit, at: Date, where: ReturnType<typeof sql>) => sql`
  (select at + ${countsMs} * interval '1 millisecond' as until from login_failure
    where ${where} and at > ${later(at, -countsMs)} order by at desc offset ${most - 1} limit 1)`;

/** Refuse a sign-in while its name, its address or both have too many failures. */
const refuseLocked = async (tx: Tx, { username, ip, at }: Attempt) => {
  const name = sql`username = ${nameKey(username)}`;
  const address = sql`address = ${ip}`;
  const { rows } = await sql<{ until: Date | null }>`
    select max(until) as until from (
      ${endOf(ofPair, at, sql`${name} and ${address}`)}
      union all ${endOf(ofName, at, name)}
      union all ${endOf(ofAddress, at, address)}
    ) as locks`.execute(tx);
  const until = rows[0]?.until;
  if (!until) return;
  const minutes = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / MINUTE_MS));
  throw badRequest('auth.locked', `账号已锁定，请于 ${minutes} 分钟后再试`);
};

/** Write an attempt down as a failure before it is checked, else attempts at the same moment all find the lock open. */
const reserveAttempt = (db: Db, attempt: Attempt) =>
  inTransaction(db, async (tx) => {
    const { username, ip, at } = attempt;
    // Always the name first, so that no two wait for each other.
    for (const key of [`login account:${nameKey(username)}`, `login address:${ip}`])
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
    await refuseLocked(tx, attempt);
    const { id } = await tx
      .insertInto('login_failure')
      .values({ username: nameKey(username), address: ip, at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });

/** One address keeps one of the three places for hashes free for others, and has few attempts that are not checked yet. */
const checksOfAddress = createLimitByKey(2);

/**
 * Check a password, or throw when its name or address is locked. Null is a failure; anything else takes the failure
 * back that was written down beforehand.
 */
export const checkAttempt = <T>(
  db: Db,
  attempt: Attempt,
  check: () => Promise<T | null>,
): Promise<T | null> => {
  const counted = { ...attempt, ip: callerNetwork(attempt.ip) };
  return checksOfAddress(counted.ip, async () => {
    const reserved = await reserveAttempt(db, counted);
    const checked = await check();
    if (checked !== null) await db.deleteFrom('login_failure').where('id', '=', reserved).execute();
    return checked;
  });
};

/** Names by which accounts sign in: their user name, and their phone. */
type Account = { username: string; phone: string | null };
const namesOf = ({ username, phone }: Account) => [username, ...(phone ? [phone] : [])].map(nameKey);

/** Ends the locks of accounts; their failures count for the addresses only. */
export const forgiveAccounts = async (db: Db, accounts: readonly Account[]): Promise<void> => {
  await db
    .updateTable('login_failure')
    .set({ username: null })
    .where(sql<boolean>`username = any(${accounts.flatMap(namesOf)}::text[])`)
    .execute();
};

export type LoginLock = { until: Date; address: string | null };

/** The longest lock of each account that has one; without an address it holds from everywhere. */
export const findLocks = async (
  db: Db,
  accounts: readonly ({ id: number } & Account)[],
  at: Date,
): Promise<Map<number, LoginLock>> => {
  const names = accounts.flatMap(namesOf);
  const { rows } = await sql<LoginLock & { username: string }>`
    with counted as (
      select username, address, at,
        row_number() over (partition by username, address order by at desc) as of_pair,
        row_number() over (partition by username order by at desc) as of_name
      from login_failure where username = any(${names}::text[]) and at > ${later(at, -ofName.countsMs)}
    )
    select username, null as address, at + ${ofName.countsMs} * interval '1 millisecond' as until
      from counted where of_name = ${ofName.most}
    union all
    select username, address, at + ${ofPair.countsMs} * interval '1 millisecond'
      from counted where of_pair = ${ofPair.most} and at > ${later(at, -ofPair.countsMs)}
    order by until`.execute(db);
  // The last of a name is its longest.
  const byName = new Map(rows.map(({ username, ...lock }) => [username, lock]));
  return new Map(
    accounts.flatMap((account) => {
      const locks = namesOf(account).flatMap((name) => byName.get(name) ?? []);
      const longest = locks.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
      return longest ? [[account.id, longest] as const] : [];
    }),
  );
};
