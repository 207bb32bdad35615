import type { LogEvent } from 'kysely';
import pg from 'pg';
import { systemClock } from '../clock.ts';

const MAX_STATEMENTS = 500;
/** Number of latest durations kept of each statement, for its 95th percentile. */
const SAMPLES = 200;

type Stats = {
  count: number;
  total: number;
  max: number;
  samples: number[];
  failures: number;
  lastError: string | null;
  lastAt: Date;
};

export type StatementStats = {
  record: (event: LogEvent) => void;
  read: () => (Omit<Stats, 'total' | 'samples'> & { sql: string; mean: number; p95: number })[];
};

/**
 * Counts and times of the statements of this process by their text. Of an error only the SQLSTATE is kept: messages of
 * PostgreSQL quote values. Holds at most 500 statements; the one unused for longest makes room.
 */
export const createStatementStats = (): StatementStats => {
  const statements = new Map<string, Stats>();

  const statsOf = (text: string): Stats => {
    const known = statements.get(text) ?? {
      count: 0,
      total: 0,
      max: 0,
      samples: [],
      failures: 0,
      lastError: null,
      lastAt: systemClock.now(),
    };
    // Set anew, so that the map stays in the order of last use.
    statements.delete(text);
    statements.set(text, known);
    if (statements.size > MAX_STATEMENTS) statements.delete(statements.keys().next().value as string);
    return known;
  };

  return {
    record: (event) => {
      const stats = statsOf(event.query.sql);
      const duration = event.queryDurationMillis;
      stats.samples[stats.count % SAMPLES] = duration;
      stats.count += 1;
      stats.total += duration;
      stats.max = Math.max(stats.max, duration);
      stats.lastAt = systemClock.now();
      if (event.level !== 'error') return;
      stats.failures += 1;
      stats.lastError = event.error instanceof pg.DatabaseError ? (event.error.code ?? null) : 'connection';
    },
    read: () =>
      [...statements]
        .toSorted(([, one], [, other]) => other.total - one.total)
        .map(([sql, { total, samples, ...stats }]) => ({
          sql,
          ...stats,
          max: rounded(stats.max),
          mean: rounded(total / stats.count),
          p95: rounded(percentile(samples, 0.95)),
        })),
  };
};

const percentile = (samples: number[], share: number) => {
  const ordered = samples.toSorted((one, other) => one - other);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0;
};

const rounded = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
