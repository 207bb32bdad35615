import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Db } from './db.ts';
import { deleteEndedSessions } from './session.ts';

const EVERY_MS = 10 * 60_000;
const AT_ONCE = 10_000;
const DAY_SECONDS = 86_400;

const logs = ['operation_log', 'login_log', 'error_log', 'outbox'] as const;

const before = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** In portions, so that years of rows do not make one long transaction. */
const deleteOld = async (db: Db, table: (typeof logs)[number], limit: Date) => {
  const old = db.selectFrom(table).select('id').where('create_time', '<', limit).limit(AT_ONCE);
  for (;;) {
    const { numDeletedRows } = await db.deleteFrom(table).where('id', 'in', old).executeTakeFirstOrThrow();
    if (numDeletedRows < AT_ONCE) return;
  }
};

/** Delete rows that have served their purpose, and logs older than the settings keep them. */
export const runChores = async (db: Db, { LOG_RETENTION_DAYS }: Pick<Config, 'LOG_RETENTION_DAYS'>) => {
  await deleteEndedSessions(db);
  await db.deleteFrom('captcha').where('expires_at', '<', before(0)).execute();
  // Limits look a day back, locks 15 minutes.
  await db
    .deleteFrom('one_time_code')
    .where('created_at', '<', before(2 * DAY_SECONDS))
    .execute();
  await db
    .deleteFrom('login_failure')
    .where('at', '<', before(2 * DAY_SECONDS))
    .execute();
  for (const table of logs) await deleteOld(db, table, before(LOG_RETENTION_DAYS * DAY_SECONDS));
};

/** Every ten minutes for as long as the node runs; any number of nodes may do so at once. */
export const startChores = (db: Db, log: FastifyBaseLogger, config: Config) => {
  const timer = setInterval(() => {
    runChores(db, config).catch((error: unknown) => log.error({ err: error }, 'chores failed'));
  }, EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
};
