import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type pg from 'pg';
import { inject as injected } from 'vitest';
import type { z } from 'zod';
import { API_BASE } from '@zhiping/shared/constants.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { CopyLimits } from '../src/modules/blind-copy/pipeline/limits.ts';
import type { BodyLimits } from '../src/platform/http/slow-bodies.ts';
import { adminConnection } from './admin-connection.ts';
import { createDb, createPool, type Db } from '../src/platform/database/db.ts';
import type { ImportLimits } from '../src/platform/sheets/import-limits.ts';
import type { WorkerOptions } from '../src/platform/tasks/worker.ts';
import { createStatementStats, type StatementStats } from '../src/platform/database/statement-stats.ts';
import { databaseOf, dropDatabase } from '../src/platform/database/other-database.ts';
import type { Clock } from '../src/platform/clock.ts';

export const CAPTCHA_ANSWER = 'TEST';

export type Input<E extends Endpoint> = {
  token?: string;
  params?: z.input<E['params']>;
  query?: Record<string, unknown>;
  body?: z.input<E['body']> | Record<string, unknown>;
  headers?: Record<string, string>;
  remoteAddress?: string;
};

/** An answer with its body read: the endpoint's result on success, else the error body. */
export type Answer<E extends Endpoint> = {
  status: number;
  body: z.output<E['result']>;
  error: { message: string; code: string; errors?: { field: string; message: string }[] } & Record<
    string,
    unknown
  >;
};

export type TestServer = {
  app: FastifyInstance;
  db: Db;
  pool: pg.Pool;
  /** Statements sent to the database so far. */
  statements: StatementStats;
  connection: pg.ClientConfig;
  dataDir: string;
  call: <E extends Endpoint>(endpoint: E, input?: Input<E>) => Promise<Answer<E>>;
  close: () => Promise<void>;
};

/** A database of its own, copied from the template or from another unused one. */
export const createTestDatabase = async (
  from: string = injected('template'),
  name: string = `zhiping_test_${randomBytes(6).toString('hex')}`,
) => {
  const admin = await adminConnection();
  await admin.query(`create database ${name} template ${from} strategy ${injected('cloning')}`);
  // To start other processes, or to compile, takes longer than any statement of a test.
  await admin.query(
    `alter database ${name} set max_parallel_workers_per_gather = 0; alter database ${name} set jit = off`,
  );
  return { name, connection: databaseOf(injected('server'), name), drop: () => dropDatabase(admin, name) };
};

export type TestOptions = {
  env?: Record<string, string>;
  callsPerMinute?: number;
  bodyLimits?: Partial<BodyLimits>;
  copyLimits?: Partial<CopyLimits>;
  importLimits?: Partial<ImportLimits>;
  /** Options of background work; with short intervals by default. */
  work?: Partial<WorkerOptions>;
  connection?: pg.ClientConfig;
  /** The database that its own one is copied from. */
  template?: string;
  clock?: Clock;
};

/** A clock that stands where it is put. */
export const travellingClock = (start: Date) => {
  let moment = start;
  return { now: () => moment, travelTo: (to: Date) => (moment = to) };
};

/** The real app on a real database; `connection` makes it a second node on the database of another one. */
export const startTestServer = async (options: TestOptions = {}): Promise<TestServer> => {
  const own = options.connection ? null : await createTestDatabase(options.template);
  const connection = options.connection ?? (own as NonNullable<typeof own>).connection;
  const dataDir = await mkdtemp(join(tmpdir(), 'zhiping-files-'));
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, CAPTCHA_ANSWER, ...options.env };
  const pool = createPool(connection);
  const statements = createStatementStats();
  const db = createDb(pool, statements.record);
  const app = await buildApp({
    config: readConfig(env),
    pool,
    db,
    statements,
    connection,
    webRoot: dataDir,
    callsPerMinute: options.callsPerMinute ?? 1_000_000,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.bodyLimits ? { bodyLimits: options.bodyLimits } : {}),
    ...(options.copyLimits ? { copyLimits: options.copyLimits } : {}),
    ...(options.importLimits ? { importLimits: options.importLimits } : {}),
    ...(options.work ? { work: { pollMs: 200, firstPauseMs: 20, ...options.work } } : {}),
  });
  const close = async () => {
    await app.close();
    await pool.end();
    await own?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { app, db, pool, statements, connection, dataDir, call: caller(app), close };
};

const caller =
  (app: FastifyInstance) =>
  async <E extends Endpoint>(endpoint: E, input: Input<E> = {}): Promise<Answer<E>> => {
    const response = await app.inject(requestOf(endpoint, input));
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const body = isJson && response.body !== '' ? response.json() : undefined;
    return { status: response.statusCode, body, error: body };
  };

export const requestOf = (endpoint: Endpoint, input: Input<Endpoint> = {}): InjectOptions => {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params[name] as string | number | undefined) ?? 1),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  return {
    method: endpoint.method,
    url: `${API_BASE}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: { ...(input.token ? { authorization: input.token } : {}), ...input.headers },
    ...(input.remoteAddress ? { remoteAddress: input.remoteAddress } : {}),
    ...(input.body === undefined ? {} : { payload: input.body as object }),
  };
};
