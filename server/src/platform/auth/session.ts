import { createHash, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { STOCK_TOKEN_COOKIES, TOKEN_COOKIE } from '@zhiping/shared/constants.ts';
import { type Db, runPlanned, type Tx } from '../database/db.ts';
import { loadPrincipal, type Principal } from './principal.ts';
import { later } from '../clock.ts';

const ABSOLUTE_SECONDS = 24 * 3600;
const IDLE_SECONDS = 2 * 3600;
/** How often a session that is in use writes that down. */
const TOUCH_MS = 60_000;
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
    at,
  }: { userId: number; ip: string; browser: string | null; rememberMe: boolean; at: Date },
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
      seen_at: at,
      expires_at: later(at, ABSOLUTE_SECONDS * 1000),
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
export const deleteEndedSessions = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`delete from session
    where expires_at < ${now} or seen_at + (idle_seconds + 120) * interval '1 second' < ${now}`.execute(db);
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

/** The session of a token, with the versions of all that decides what its user may do (0002_versions.sql). */
const findSession = async (db: Db, token: string) => {
  const statement = db
    .selectFrom('session')
    .innerJoin('sys_user', 'sys_user.id', 'session.user_id')
    .innerJoin('data_version', (join) => join.on('data_version.name', '=', 'access'))
    .select([
      'session.user_id as userId',
      'session.idle_seconds as idleSeconds',
      'session.seen_at as seenAt',
      'session.expires_at as expiresAt',
      'sys_user.access_version as userVersion',
      'data_version.version as commonVersion',
    ])
    .where('session.token_hash', '=', hashOf(token));
  return (await runPlanned(db, statement.compile()))[0];
};

export type Sessions = {
  /** Who this `Authorization` header belongs to at a moment, or null. */
  find: (authorization: string | undefined, at: Date) => Promise<Principal | null>;
};

/**
 * Look sessions up: one small statement a call. What a user may do is read again only when one of its two versions has
 * moved, so a change holds from the next call on every node.
 */
export const createSessions = (db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Sessions => {
  const cache = new Map<number, { versions: string; principal: Principal }>();

  const principalOf = async (userId: number, versions: string, at: Date): Promise<Principal | null> => {
    const known = cache.get(userId);
    if (known?.versions === versions) return { ...known.principal, at };
    const principal = await loadPrincipal(db, userId, at);
    if (!principal) return null;
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as number);
    // Read after its versions, so never older than they are.
    cache.set(userId, { versions, principal });
    return principal;
  };

  /** A disk that is full, or a database that only reads, still answers those who read. */
  const touch = async (token: string, at: Date) => {
    try {
      await db.updateTable('session').set({ seen_at: at }).where('token_hash', '=', hashOf(token)).execute();
    } catch (error) {
      log.warn({ err: error }, 'could not note that a session is in use');
    }
  };

  return {
    find: async (authorization, at) => {
      const token = tokenOf(authorization);
      const session = token && (await findSession(db, token));
      if (!session) return null;
      const idleMs = at.getTime() - session.seenAt.getTime();
      if (at > session.expiresAt || idleMs > session.idleSeconds * 1000) return null;
      if (idleMs >= TOUCH_MS) await touch(token, at);
      return principalOf(session.userId, `${session.userVersion} ${session.commonVersion}`, at);
    },
  };
};
