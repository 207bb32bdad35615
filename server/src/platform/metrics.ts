import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { findBackupRuns } from './backup-runs.ts';
import { systemClock } from './clock.ts';
import type { Db } from './database/db.ts';
import type { Notices } from './database/notices.ts';
import { version } from './version.ts';

export type Metrics = {
  /** Content type of the text. */
  type: string;
  /** All numbers as they are now, in the text format of Prometheus. */
  read: () => Promise<string>;
};

type Sources = { db: Db; pool: pg.Pool; openPages: () => number; notices: Notices };

/**
 * Numbers of this node for Prometheus: the process, calls by route and status with their seconds, connections to the
 * database, open pages, and, of all nodes, the queue of background work and the last backup. No label holds anything that a
 * caller sent: routes are patterns.
 */
export const createMetrics = (app: FastifyInstance, { db, pool, openPages, notices }: Sources): Metrics => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  measureCalls(app, register);

  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(read());
      },
    });
  gauge('zhiping_open_pages', 'Browser pages that hold a websocket to this node', openPages);
  gauge('zhiping_pool_connections', 'Connections to the database', () => pool.totalCount);
  gauge('zhiping_pool_idle', 'Connections that nobody uses', () => pool.idleCount);
  gauge('zhiping_pool_waiting', 'Calls that wait for a connection', () => pool.waitingCount);
  gauge('zhiping_notices_healthy', 'Whether this node hears the messages of the database', () =>
    Number(notices.healthy),
  );
  new Gauge({
    name: 'zhiping_version',
    help: 'Always 1; the label is the version of this node',
    labelNames: ['version'],
    registers: [register],
  }).set({ version }, 1);
  measureTasks(db, register);
  measureBackups(db, register);

  return { type: register.contentType, read: () => register.metrics() };
};

const measureCalls = (app: FastifyInstance, register: Registry) => {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the arrival of a call to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
};

const measureTasks = (db: Db, register: Registry) =>
  new Gauge({
    name: 'zhiping_tasks',
    help: 'Background work of all nodes by state; what ended is kept for a while',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      const states = await db
        .selectFrom('task')
        .select(['state', sql<number>`count(*)`.as('count')])
        .groupBy('state')
        .execute();
      this.reset();
      for (const { state, count } of states) this.set({ state }, count);
    },
  });

/** Without a backup that succeeded there is no age, which an alert can ask for as well. */
const measureBackups = (db: Db, register: Registry) => {
  new Gauge({
    name: 'zhiping_backup_age_seconds',
    help: 'Seconds since the last backup that succeeded ended',
    registers: [register],
    async collect() {
      const { good } = await findBackupRuns(db);
      this.remove();
      if (good) this.set((systemClock.now().getTime() - good.create_time.getTime()) / 1000);
    },
  });
  new Gauge({
    name: 'zhiping_backup_failed',
    help: 'Whether the last backup failed',
    registers: [register],
    async collect() {
      const { last } = await findBackupRuns(db);
      this.set(Number(last?.problem != null));
    },
  });
};
