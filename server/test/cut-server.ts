import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { expect, vi } from 'vitest';
import { createPool } from '../src/platform/database/db.ts';
import type { TestServer } from './harness.ts';
import { patience } from './idle.ts';
import { type RowMarks, rowMarks, rowMarksOf, writtenBetween } from './row-marks.ts';

/**
 * A server that dies between two statements of a call, as seen by its database: its connections end, and it is silent
 * until it is started again.
 */

type Query = (...given: unknown[]) => unknown;
type Client = pg.PoolClient & {
  processID: number;
  connection: { stream: { destroy: () => void } };
};

/**
 * `before`: dies instead of the n-th statement from the first writing one, or of the commit. `after`: dies after the
 * commit, before the answer.
 */
export type Cut = { before: number | 'commit' } | { after: 'commit' } | null;

const textOf = (statement: unknown) =>
  typeof statement === 'string'
    ? statement
    : String((statement as { text?: string } | undefined)?.text ?? '');

/** The journals of calls and sessions are written behind the call before, and are no part of one. */
const isWrite = (text: string) =>
  /^\s*(insert|update|delete|with)\b/i.test(text) &&
  !/^\s*(insert into|update) "?(operation_log|session)\b/i.test(text);

export const cuttable = (server: TestServer) => {
  const wrapped = new WeakSet<Client>();
  /** Those that are at work; an idle connection has nothing open in the database. */
  const busy = new Set<Client>();
  /** Sees what the dead server has left. */
  const observer = createPool(server.connection, 2);
  let cut: Cut = null;
  /** Counted from the first one that writes: before that, nothing could be left. */
  let statements = 0;
  let isDead = false;
  let isAtCommit = false;

  let dying: Client[] = [];

  const die = () => {
    isDead = true;
    dying = [...busy];
    for (const client of dying) client.connection.stream.destroy();
  };
  const refuse = (given: unknown[]) => {
    const error = new Error('Connection terminated unexpectedly');
    const answered = given.findLast((one) => typeof one === 'function') as
      | ((error: Error) => void)
      | undefined;
    if (answered) return answered(error);
    return Promise.reject(error);
  };
  const isCutBefore = (isCommit: boolean) =>
    cut !== null && 'before' in cut && (cut.before === 'commit' ? isCommit : cut.before === statements);

  const wrap = (client: Client) => {
    wrapped.add(client);
    const query = client.query.bind(client) as Query;
    client.query = ((...given: unknown[]) => {
      if (isDead) return refuse(given);
      const text = textOf(given[0]);
      if (statements > 0 || isWrite(text)) statements += 1;
      const isCommit = text === 'commit' && statements > 0;
      if (isCutBefore(isCommit)) {
        isAtCommit = isCommit;
        die();
        return refuse(given);
      }
      const answer = query(...given);
      if (isCommit && cut !== null && 'after' in cut && answer instanceof Promise)
        return answer.then((result: unknown) => {
          die();
          return Promise.reject(result instanceof Error ? result : new Error('nobody hears of it'));
        });
      return answer;
    }) as typeof client.query;
  };

  // Also connections opened before the cut.
  server.pool.on('acquire', (acquired) => {
    const client = acquired as Client;
    busy.add(client);
    if (!wrapped.has(client)) wrap(client);
  });
  server.pool.on('release', (_error, client) => busy.delete(client as Client));
  server.pool.on('remove', (client) => busy.delete(client as Client));

  /** Whatever the dead server had open is rolled back, and the one that is started next begins with new connections. */
  const untilGone = () =>
    vi.waitFor(
      async () => {
        const { rows } = await observer.query<{ open: number }>(
          'select count(*)::int as open from pg_stat_activity where pid = any($1)',
          [dying.map(({ processID }) => processID)],
        );
        if (rows[0]!.open > 0 || dying.some((client) => busy.has(client))) throw new Error('still open');
      },
      { ...patience, interval: 2 },
    );

  const observed = { ...server, pool: observer };
  const marks = () => rowMarks(observed);
  const marksOf = (names: readonly string[]) => rowMarksOf(observed, names);

  /** Make a call to a server that is cut there. Answers whether it was cut before the call was over, and whether instead of the commit. */
  const callWith = async (where: Cut, call: () => Promise<unknown>) => {
    [cut, statements, isDead, isAtCommit] = [where, 0, false, false];
    await call().catch(() => {});
    const wasCut = isDead;
    [cut, isDead] = [null, false];
    if (wasCut) await untilGone();
    return { wasCut, atCommit: isAtCommit };
  };

  return { marks, marksOf, callWith, close: () => observer.end() };
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

type Fresh = () => Promise<() => Promise<unknown>>;

type Cutting = { reference: Record<string, number>; fresh: Fresh };

/** One series of cuts; `isMissed` says that the last one came when the call was over, and whole. */
const cutSeries = async ({ marks, marksOf, callWith }: Cuttable, { reference, fresh }: Cutting) => {
  const call = await fresh();
  const before = await marks();
  const written = Object.keys(reference);
  let points = 0;
  let isMissed = false;
  for (let at = 1; at < MAX_STATEMENTS; at += 1) {
    const { wasCut, atCommit } = await callWith({ before: at }, call);
    points += 1;
    const now = { ...before, ...(await marksOf(written)) };
    isMissed = !atCommit && isDeepStrictEqual(deltaOf(before, now), reference);
    // Changes in other tables are checked at the end.
    if (!wasCut || atCommit || writtenBetween(before, now).length > 0) break;
  }
  const early = deltaOf(before, await marks());
  await callWith({ after: 'commit' }, call);
  return { points, isMissed, early, left: deltaOf(before, await marks()) };
};

const MAX_SERIES = 3;

/**
 * Cuts a call before each of its statements from the first writing one up to its commit, and after that. Returns the
 * changes left by all cuts before the commit, which must be none, and by the last one, which must equal those of an
 * uncut call. `fresh` creates the data and returns the call. Statements of work in the background are counted too: where
 * one comes in one round and not in the next, a cut comes after the commit, and a new series begins.
 */
export const cutEverywhere = async (cut: Cuttable, fresh: Fresh) => {
  const reference = await uncut(cut, fresh);
  for (let series = 1; ; series += 1) {
    const { isMissed, ...found } = await cutSeries(cut, { reference, fresh });
    if (!isMissed || series === MAX_SERIES) return { reference, ...found };
  }
};

export type CutCall = typeof cutEverywhere;

const uncut = async ({ marks, callWith }: Pick<Cuttable, 'marks' | 'callWith'>, fresh: Fresh) => {
  const call = await fresh();
  const before = await marks();
  await callWith(null, call);
  return deltaOf(before, await marks());
};

/**
 * Cut a call before its commit and after it. What is left before it was written outside of the transaction, and what is missing after it
 * was to be written later: between them no other cut can leave a part.
 */
export const cutAtCommit: CutCall = async ({ marks, callWith }, fresh) => {
  const reference = await uncut({ marks, callWith }, fresh);
  const call = await fresh();
  const before = await marks();
  const { wasCut } = await callWith({ before: 'commit' }, call);
  const early = deltaOf(before, await marks());
  const { wasCut: wasCutAfter } = await callWith({ after: 'commit' }, call);
  return {
    points: Number(wasCut) + Number(wasCutAfter),
    reference,
    early,
    left: deltaOf(before, await marks()),
  };
};

/** Expected changes: none before the commit, and one complete set after it. */
export const whole = (reference: object) => ({
  points: expect.toSatisfy((points: number) => points > 1) as number,
  early: {},
  left: reference,
});
