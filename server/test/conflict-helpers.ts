import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestServer } from './harness.ts';
import { patience } from './idle.ts';

/** Everything that changed is computed: nothing waits and nothing runs. */
export const conflictsDone = async ({ db }: TestServer) => {
  const countOpen = async () => {
    const { rows } = await sql<{ open: number }>`select (select count(*) from conflict_due)
      + (select count(*) from task where kind like 'conflict.%' and state in ('waiting', 'running')) as open`.execute(
      db,
    );
    return rows[0]!.open;
  };
  // Also before the first test, where there is no poll.
  await vi.waitFor(async () => expect(await countOpen()).toBe(0), patience);
};

/** The computed conflicts of a pair. */
export const findComputed = async ({ db }: TestServer, projectId: number, expertId: number) =>
  (
    await db
      .selectFrom('conflict')
      .select(['kind', 'severity'])
      .where('project_id', '=', projectId)
      .where('expert_id', '=', expertId)
      .orderBy('kind')
      .execute()
  ).map(({ kind, severity }) => `${kind} ${severity ?? 'gone'}`);

/** The database's check before an assignment. */
export const isBlocked = async ({ db }: TestServer, projectId: number, expertId: number) => {
  const { rows } = await sql<{ blocked: boolean }>`
    select has_blocking_conflict(${projectId}::bigint, ${expertId}::bigint) as blocked`.execute(db);
  return rows[0]!.blocked;
};
