import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { buildApp } from '../server/src/app.ts';
import { type Config, readConfig } from '../server/src/config.ts';
import { createDb, createPool, inTransaction } from '../server/src/platform/database/db.ts';
import { startOwnPostgres } from '../server/src/own-postgres/start.ts';
import { openSession } from '../server/src/platform/auth/session.ts';
import type { WorkerOptions } from '../server/src/platform/tasks/worker.ts';
import { createStatementStats } from '../server/src/platform/database/statement-stats.ts';
import { setUpDatabase } from '../server/src/setup-database.ts';

/** A PostgreSQL of its own with the demo data in it. */
const ownDatabase = async (dataDir: string, config: Config) => {
  const postgres = await startOwnPostgres({ dataDir, log: () => {} });
  await setUpDatabase(postgres.connection, config);
  return postgres;
};

/**
 * The product, listening, and without the limit on calls: on a database of its own with demo data, or as another node
 * on the database of a running product. Takes background work only with options for it.
 */
export const startProduct = async (existing?: pg.ClientConfig, work?: Partial<WorkerOptions>) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'zhiping-bench-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const own = existing ? null : await ownDatabase(dataDir, config);
  const connection = existing ?? (own as NonNullable<typeof own>).connection;
  const pool = createPool(connection);
  const statements = createStatementStats();
  const db = createDb(pool, statements.record);
  const app = await buildApp({
    config,
    pool,
    db,
    statements,
    connection,
    webRoot: fileURLToPath(new URL('../web/dist', import.meta.url)),
    callsPerMinute: 1e9,
    ...(work ? { work } : {}),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });

  const userNamed = (username: string) =>
    db.selectFrom('sys_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  /** A new session of a demo account. */
  const tokenOf = async (username: string) => {
    const { id: userId } = await userNamed(username);
    const session = { userId, ip: '127.0.0.1', browser: null, rememberMe: true, at: new Date() };
    return inTransaction(db, (tx) => openSession(tx, session));
  };
  const stop = async () => {
    await app.close();
    await pool.end();
    await own?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const { port } = app.server.address() as { port: number };
  return { app, port, config, db, pool, connection, userNamed, tokenOf, stop };
};
