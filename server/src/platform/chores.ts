import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db.ts';
import { deleteEndedSessions } from './session.ts';

const EVERY_MS = 10 * 60_000;

/** Rows that have served their purpose, deleted every ten minutes. Any number of nodes may do so at once. */
export const startChores = (db: Db, log: FastifyBaseLogger) => {
  const before = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const run = async () => {
    await deleteEndedSessions(db);
    await db.deleteFrom('captcha').where('expires_at', '<', before(0)).execute();
    // Limits look a day back, locks 15 minutes.
    await db
      .deleteFrom('one_time_code')
      .where('created_at', '<', before(2 * 86_400))
      .execute();
    await db
      .deleteFrom('login_failure')
      .where('at', '<', before(2 * 86_400))
      .execute();
  };
  const timer = setInterval(() => {
    run().catch((error: unknown) => log.error({ err: error }, 'chores failed'));
  }, EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
};
