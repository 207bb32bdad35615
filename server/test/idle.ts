import { expect, vi } from 'vitest';
import type { TestServer } from './harness.ts';

/** How long a test waits for what comes as soon as a machine gets to it, however many share it. */
export const patience = { timeout: 240_000, interval: 20 };

/** No work waits or runs: neither conflicts of changes, nor tasks. */
export const untilIdle = ({ pool }: Pick<TestServer, 'pool'>) =>
  vi.waitFor(async () => {
    const { rows } = await pool.query<{ open: number }>(
      `select (select count(*) from conflict_due)::int
         + (select count(*) from task where state in ('waiting', 'running'))::int as open`,
    );
    expect(rows[0]!.open).toBe(0);
  }, patience);
