import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime } from '../schemas.ts';

/** Sizes as people read them ("7.6 GiB"), shares as "34.12": what clients of the eladmin family show as it comes. */
const Share = z.object({ total: z.string(), used: z.string(), available: z.string(), usageRate: z.string() });

export const Monitor = z.object({
  /** Of the product. */
  version: z.string(),
  sys: z.object({ os: z.string(), day: z.string(), ip: z.string() }),
  cpu: z.object({
    name: z.string(),
    /** In words, as stock clients show them. */
    package: z.string(),
    core: z.string(),
    coreNumber: z.number(),
    logic: z.number(),
    used: z.string(),
    idle: z.string(),
  }),
  memory: Share,
  swap: Share,
  disk: Share,
  /** Of this server process. */
  process: z.object({
    memory: z.string(),
    /** Milliseconds that a timer came late, over the last seconds. */
    delayP50: z.number(),
    delayP99: z.number(),
    poolTotal: z.number(),
    poolIdle: z.number(),
    poolWaiting: z.number(),
    openPages: z.number(),
  }),
  /** Runs of the backup tool on this database. */
  backup: z.object({
    /** The last that succeeded. */
    good: z
      .object({
        archive: z.string(),
        size: z.string(),
        files: z.number(),
        /** Files that it lacks, because the store had lost them. */
        missing: z.number(),
        at: dateTime,
      })
      .nullable(),
    /** The last, if it failed. */
    failure: z.object({ problem: z.string(), at: dateTime }).nullable(),
  }),
  time: z.string(),
});
export type Monitor = z.output<typeof Monitor>;

/** One statement with its parameters as $1, $2 …; what they were is never kept. Times in milliseconds. */
export const SqlStatement = z.object({
  sql: z.string(),
  count: z.number(),
  mean: z.number(),
  p95: z.number(),
  max: z.number(),
  failures: z.number(),
  /** SQLSTATE of the last failure. */
  lastError: z.string().nullable(),
  lastAt: dateTime,
});
export type SqlStatement = z.output<typeof SqlStatement>;

export const monitorApi = {
  read: endpoint('GET', '/api/monitor', { summary: '服务监控', access: 'monitor:list', result: Monitor }),
  sql: endpoint('GET', '/api/monitor/sql', {
    summary: 'SQL 监控',
    access: 'monitor:list',
    /** Slowest first, by all the time they took. */
    result: z.array(SqlStatement),
  }),
};
