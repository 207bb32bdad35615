import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { findSchools } from '../server/src/modules/school/school.queries.ts';
import { createDb, createPool, inTransaction } from '../server/src/platform/db.ts';
import { loadPrincipal } from '../server/src/platform/principal.ts';
import { startOwnPostgres } from '../server/src/platform/own-postgres.ts';
import { openSession } from '../server/src/platform/session.ts';
import { createStatementStats } from '../server/src/platform/statement-stats.ts';
import { setUpDatabase } from '../server/src/setup-database.ts';

/** The product with demo data and without the limit on calls; tells its port and the token of the review office. */
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

const user = await db
  .selectFrom('sys_user')
  .select('id')
  .where('username', '=', 'office')
  .executeTakeFirstOrThrow();
const session = { userId: user.id, ip: '127.0.0.1', browser: null, rememberMe: true };
const token = await inTransaction(db, (tx) => openSession(tx, session));

/** The statements of the school list's first page, for a bare server that asks the same. */
const statementsOfSchools = async () => {
  const asked: { text: string; values: unknown[] }[] = [];
  const recording = createDb(pool, ({ query: { sql, parameters } }) =>
    asked.push({ text: sql, values: [...parameters] }),
  );
  const reader = await loadPrincipal(db, user.id);
  if (reader) await findSchools(recording, reader, { page: 0, size: 10 });
  return asked;
};

process.send?.({
  port: (app.server.address() as { port: number }).port,
  token,
  connection: postgres.connection,
  schools: await statementsOfSchools(),
});

const stop = async () => {
  await app.close();
  await pool.end();
  await postgres.stop();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
