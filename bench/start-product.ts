import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { createDb, createPool, inTransaction } from '../server/src/platform/db.ts';
import { startOwnPostgres } from '../server/src/platform/own-postgres.ts';
import { openSession } from '../server/src/platform/session.ts';
import { createStatementStats } from '../server/src/platform/statement-stats.ts';
import { setUpDatabase } from '../server/src/setup-database.ts';

/** The product with demo data on a database of its own, listening, and without the limit on calls. */
export const startProduct = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'zhiping-bench-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const postgres = await startOwnPostgres({ dataDir, log: () => {} });
  await setUpDatabase(postgres.connection, config);
  const pool = createPool(postgres.connection);
  const statements = createStatementStats();
  const db = createDb(pool, statements.record);
  const app = await buildApp({
    config,
    pool,
    db,
    statements,
    connection: postgres.connection,
    webRoot: dataDir,
    callsPerMinute: 1e9,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });

  const userNamed = (username: string) =>
    db.selectFrom('sys_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  /** A new session of somebody from the demo data. */
  const tokenOf = async (username: string) => {
    const { id: userId } = await userNamed(username);
    const session = { userId, ip: '127.0.0.1', browser: null, rememberMe: true };
    return inTransaction(db, (tx) => openSession(tx, session));
  };
  const stop = async () => {
    await app.close();
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const { port } = app.server.address() as { port: number };
  return { app, port, db, pool, connection: postgres.connection, userNamed, tokenOf, stop };
};
