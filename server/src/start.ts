import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { announce } from './announce.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { requireWritable } from './data-directory.ts';
import { listenProblem, requireFreePort } from './free-port.ts';
import { diagnose, printed } from './operator/doctor.ts';
import type { Installation } from './operator/doctor-checks.ts';
import { startOwnPostgres } from './own-postgres/start.ts';
import { startSealer } from './platform/audit/audit-chain.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createDb, createPool, type Db } from './platform/database/db.ts';
import { createStatementStats } from './platform/database/statement-stats.ts';
import { checkBucket } from './platform/files/check-bucket.ts';
import { setUpDatabase } from './setup-database.ts';

export type Stop = () => Promise<void>;

const openDatabase = async (config: Config): Promise<{ connection: pg.ClientConfig; stop: Stop }> => {
  if (config.DATABASE_URL)
    return { connection: { connectionString: config.DATABASE_URL }, stop: async () => {} };
  return startOwnPostgres({ dataDir: config.DATA_DIR, log: (message) => console.log(message) });
};

/** Problems for an operator, although the product works. */
const warnOfState = async (installation: Installation, pool: pg.Pool, db: Db) => {
  const client = await pool.connect();
  try {
    const lines = await diagnose(installation, { client, db }, { isStart: true });
    for (const line of lines) if (line.level !== '好') console.error(printed(line));
  } finally {
    client.release();
  }
};

/** Start everything; answers how to stop it, in the reverse order. Tests that travel bring a clock. */
export const start = async (config: Config, clock: Clock = systemClock): Promise<Stop> => {
  const stops: Stop[] = [];
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  try {
    await requireFreePort(config);
    await requireWritable(config.DATA_DIR);
    await checkBucket(config, (warning) => console.error(warning));
    const { connection, stop } = await openDatabase(config);
    stops.push(stop);
    const accounts = await setUpDatabase(connection, config, (warning) => console.error(warning));
    const pool = createPool(connection);
    stops.push(() => pool.end());
    const statements = createStatementStats();
    const db = createDb(pool, statements.record);
    const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
    const app = await buildApp({ config, pool, db, statements, connection, webRoot, work: {}, clock });
    stops.push(() => app.close());
    const sealer = startSealer(db, app.log, config.DATA_DIR);
    stops.push(sealer.stop);
    await app.listen({ host: config.HOST, port: config.PORT }).catch((error: unknown) => {
      throw listenProblem(error, config);
    });
    const { port } = app.server.address() as AddressInfo;
    const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST;
    announce(config, `http://${host}:${port}${WEB_BASE}/`, accounts);
    if (config.production) await warnOfState({ config, clock, warnings: [] }, pool, db);
    return stopAll;
  } catch (error) {
    await stopAll();
    throw error;
  }
};
