import { expect } from 'vitest';
import type { TestServer } from './harness.ts';
import { patience } from './idle.ts';

/** How many statements of this database wait for a lock. */
const waiting = async (server: TestServer) => {
  const { rows } = await server.pool.query<{ count: number }>(
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count;
};

/**
 * Takes locks by these statements. Work started meanwhile stops at the lock, and `untilWaiting` resolves when this many
 * wait.
 */
export const takeLock = async (server: TestServer, statements: readonly string[]) => {
  const client = await server.pool.connect();
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return {
    untilWaiting: async (count: number) => {
      await expect.poll(() => waiting(server), patience).toBe(count);
    },
    release: async () => {
      await client.query('commit');
      client.release();
    },
  };
};
