import type pg from 'pg';
import { expect, vi } from 'vitest';
import { createPool } from '../src/platform/database/db.ts';
import type { TestServer } from './harness.ts';
import { type RowMarks, rowMarks, rowMarksOf, writtenBetween } from './row-marks.ts';

/**
 * A server that dies between two statements of a call, as far as its database can tell: its connections end, and nothing of
 * it is heard any more until it is started again.
 */

type Query = (...given: unknown[]) => unknown;
type Client = pg.PoolClient & {
  processID: number;
  connection: { stream: { destroy: () => void } };
};

/** `before`: dies instead of the n-th statement. `commit`: dies when the first commit is done, before anybody hears of it. */
export type Cut = { before: number } | { commit: true } | null;

const textOf = (statement: unknown) =>
  typeof statement === 'string'
    ? statement
    : String((statement as { text?: string } | undefined)?.text ?? '');

const isWrite = (text: string) => /^\s*(insert|update|delete|with)\b/i.test(text);

export const cuttable = (server: TestServer) => {
  const clients = new Set<Client>();
  /** Sees what the dead server has left. */
  const observer = createPool(server.connection, 2);
  let cut: Cut = null;
  let statements = 0;
  /** Before this one nothing was written that could be left. */
  let firstWrite: number | null = null;
  let isDead = false;

  let dying: Client[] = [];

  const die = () => {
    isDead = true;
    dying = [...clients];
    for (const client of clients) client.connection.stream.destroy();
  };
  const refuse = (given: unknown[]) => {
    const error = new Error('Connection terminated unexpectedly');
    const answered = given.findLast((one) => typeof one === 'function') as
      | ((error: Error) => void)
      | undefined;
    if (answered) return answered(error);
    return Promise.reject(error);
  };

  // Also those that were open before anybody thought of cutting them.
  server.pool.on('acquire', (acquired) => {
    const client = acquired as Client;
    if (clients.has(client)) return;
    clients.add(client);
    client.once('end', () => clients.delete(client));
    const query = client.query.bind(client) as Query;
    client.query = ((...given: unknown[]) => {
      if (isDead) return refuse(given);
      statements += 1;
      if (isWrite(textOf(given[0]))) firstWrite ??= statements;
      if (cut === null) return query(...given);
      if ('before' in cut && statements === cut.before) {
        die();
        return refuse(given);
      }
      const answer = query(...given);
      if ('commit' in cut && textOf(given[0]) === 'commit' && answer instanceof Promise)
        return answer.then((result: unknown) => {
          die();
          return Promise.reject(result instanceof Error ? result : new Error('nobody hears of it'));
        });
      return answer;
    }) as typeof client.query;
  });

  /** Whatever the dead server had open is rolled back, and the one that is started next begins with new connections. */
  const untilGone = () =>
    vi.waitFor(
      async () => {
        const { rows } = await observer.query<{ open: number }>(
          'select count(*)::int as open from pg_stat_activity where pid = any($1)',
          [dying.map(({ processID }) => processID)],
        );
        if (rows[0]!.open > 0 || dying.some((client) => clients.has(client))) throw new Error('still open');
      },
      { timeout: 10_000, interval: 2 },
    );

  const observed = { ...server, pool: observer };
  const marks = () => rowMarks(observed);
  const marksOf = (names: readonly string[]) => rowMarksOf(observed, names);

  /** Make a call to a server that is cut there. Answers whether it was cut before the call was over. */
  const callWith = async (where: Cut, call: () => Promise<unknown>): Promise<boolean> => {
    [cut, statements, isDead, firstWrite] = [where, 0, false, null];
    await call().catch(() => {});
    const wasCut = isDead;
    [cut, isDead] = [null, false];
    if (wasCut) await untilGone();
    return wasCut;
  };

  return { marks, marksOf, callWith, firstWrite: () => firstWrite ?? 1, close: () => observer.end() };
};
export type Cuttable = ReturnType<typeof cuttable>;

/** How many rows each table has more, of those that were written. */
const deltaOf = (before: RowMarks, after: RowMarks): Record<string, number> => {
  const rows = (marks: RowMarks, name: string) => Number.parseInt(marks[name] ?? '0', 10);
  return Object.fromEntries(
    writtenBetween(before, after).map((name) => [name, rows(after, name) - rows(before, name)]),
  );
};

const MAX_STATEMENTS = 400;

/**
 * Cut a call before each of its statements from the first one that writes, and after its commit, and answer what it left: each time nothing, or once
 * all that it leaves when nobody cuts it. `fresh` makes what it is about, and answers the call.
 */
export const cutEverywhere = async (
  { marks, marksOf, callWith, firstWrite }: Cuttable,
  fresh: () => Promise<() => Promise<unknown>>,
) => {
  const uncut = await fresh();
  const start = await marks();
  await callWith(null, uncut);
  const first = firstWrite();
  const reference = deltaOf(start, await marks());

  const call = await fresh();
  const before = await marks();
  const written = Object.keys(reference);
  let points = 0;
  for (let at = first; at < MAX_STATEMENTS; at += 1) {
    const wasCut = await callWith({ before: at }, call);
    points += 1;
    // What it leaves in other tables than these is seen at the end.
    if (!wasCut || writtenBetween(before, { ...before, ...(await marksOf(written)) }).length > 0) break;
  }
  const left = deltaOf(before, await marks());

  const unheard = await fresh();
  const last = await marks();
  await callWith({ commit: true }, unheard);
  return { points, reference, left, unheard: deltaOf(last, await marks()) };
};

/** What a cut must have left: nothing, or once all of it. */
export const whole = (reference: object) => ({
  points: expect.toSatisfy((points: number) => points > 2) as number,
  left: reference,
  unheard: reference,
});
