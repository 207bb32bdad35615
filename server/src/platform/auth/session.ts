import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { STOCK_TOKEN_COOKIES, TOKEN_COOKIE } from '@zhiping/shared/constants.ts';
import type { Db, Tx } from '../database/db.ts';
import type { Notices } from '../database/notices.ts';
import { loadPrincipal, type Principal } from './principal.ts';

const ABSOLUTE_SECONDS = 24 * 3600;
const IDLE_SECONDS = 2 * 3600;
/** How often a session that is in use writes that down. */
const TOUCH_MS = 60_000;
/** However quiet the messages between nodes are, no decision is older than this. */
const CACHE_MS = 10_000;
const MAX_CACHED = 5000;

const SCHEME = 'Bearer ';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Open a session: an opaque random token of which only the hash is kept. Idle end after 2 h, with remember-me 24 h,
 * sliding; absolute end after 24 h. Answers the token with its `Bearer ` prefix.
 */
export const openSession = async (
  tx: Tx,
  {
    userId,
    ip,
    browser,
    rememberMe,
  }: { userId: number; ip: string; browser: string | null; rememberMe: boolean },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('session')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      ip,
      browser,
      idle_seconds: rememberMe ? ABSOLUTE_SECONDS : IDLE_SECONDS,
      expires_at: new Date(Date.now() + ABSOLUTE_SECONDS * 1000),
    })
    .execute();
  return SCHEME + token;
};

/** End every session of a user except the one with this token. */
export const endOtherSessions = async (tx: Tx, userId: number, authorization?: string) => {
  const own = tokenOf(authorization);
  await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(own !== null, (query) => query.where('token_hash', '!=', hashOf(own as string)))
    .execute();
};

export const closeSession = async (db: Db, authorization: string | undefined) => {
  const token = tokenOf(authorization);
  if (token) await db.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute();
};

/** Delete what has ended. `seen_at` may lag by the touch interval, hence the grace. Answers how many. */
export const deleteEndedSessions = async (db: Db): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`delete from session
    where expires_at < now() or seen_at + (idle_seconds + 120) * interval '1 second' < now()`.execute(db);
  return Number(numAffectedRows);
};

const tokenOf = (authorization: string | undefined): string | null => {
  if (!authorization?.startsWith(SCHEME)) return null;
  const token = authorization.slice(SCHEME.length);
  return /^[\w-]{43}$/.test(token) ? token : null;
};

const tokenCookies = new Set([TOKEN_COOKIE, ...STOCK_TOKEN_COOKIES]);

/** The token in a cookie, as the header would carry it; cookies of stock clients count too. */
export const tokenCookie = (cookies: string | undefined): string | undefined => {
  for (const pair of cookies?.split(/; */) ?? []) {
    const [name, value = ''] = pair.split('=', 2);
    if (tokenCookies.has(name ?? '')) return value.replaceAll(/%20|\+/g, ' ');
  }
  return undefined;
};

type Cached = {
  principal: Principal;
  userId: number;
  readAt: number;
  seenAt: number;
  touchedAt: number;
  idleMs: number;
  expiresAt: number;
};

export type Sessions = {
  /** Who this `Authorization` header belongs to now, or null. */
  find: (authorization: string | undefined) => Promise<Principal | null>;
};

/**
 * Look sessions up, remembering each for at most 10 s. The database tells every node of any change of access
 * (0003_access_notices.sql), and while that line is down nothing is remembered, so a change holds from the next request.
 */
export const createSessions = (db: Db, notices: Notices): Sessions => {
  const cache = new Map<string, Cached>();
  let generation = 0;
  notices.onReset(() => cache.clear());
  notices.on((topic, payload) => {
    if (topic !== 'access') return;
    generation += 1;
    if (payload === 'all') return cache.clear();
    const userId = Number(payload);
    for (const [token, entry] of cache) if (entry.userId === userId) cache.delete(token);
  });

  const read = async (token: string): Promise<Cached | null> => {
    const session = await db
      .selectFrom('session')
      .select(['user_id', 'idle_seconds', 'seen_at', 'expires_at'])
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
    const principal = session && (await loadPrincipal(db, session.user_id));
    if (!session || !principal) return null;
    const seenAt = session.seen_at.getTime();
    return {
      principal,
      userId: session.user_id,
      readAt: Date.now(),
      seenAt,
      touchedAt: seenAt,
      idleMs: session.idle_seconds * 1000,
      expiresAt: session.expires_at.getTime(),
    };
  };

  const readAndKeep = async (token: string): Promise<Cached | null> => {
    const before = generation;
    const entry = await read(token);
    // A change that came in while reading may not be in what was read.
    if (entry && notices.healthy && generation === before) {
      if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string);
      cache.set(token, entry);
    }
    return entry;
  };

  const touch = async (token: string, entry: Cached, now: number) => {
    entry.seenAt = now;
    if (now - entry.touchedAt < TOUCH_MS) return;
    entry.touchedAt = now;
    await db
      .updateTable('session')
      .set({ seen_at: new Date(now) })
      .where('token_hash', '=', hashOf(token))
      .execute();
  };

  return {
    find: async (authorization) => {
      const token = tokenOf(authorization);
      if (!token) return null;
      const now = Date.now();
      const known = notices.healthy ? cache.get(token) : undefined;
      const entry = known && now - known.readAt < CACHE_MS ? known : await readAndKeep(token);
      if (!entry || now > entry.expiresAt || now - entry.seenAt > entry.idleMs) return null;
      await touch(token, entry, now);
      return entry.principal;
    },
  };
};
