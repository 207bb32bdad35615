import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { buildApp } from './app.ts';
import { announce } from './announce.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { startSealer } from './platform/audit/audit-chain.ts';
import { checkBucket } from './platform/files/check-bucket.ts';
import { createDb, createPool } from './platform/database/db.ts';
import { startOwnPostgres } from './own-postgres/start.ts';
import { OwnPostgresError } from './own-postgres/error.ts';
import { EarlierBuildError } from './platform/database/migrate.ts';
import { createStatementStats } from './platform/database/statement-stats.ts';
import { setUpDatabase } from './setup-database.ts';

/** How long calls in flight may go on after a stop signal. */
const DRAIN_MS = 25_000;

type Stop = () => Promise<void>;

const openDatabase = async (config: Config): Promise<{ connection: pg.ClientConfig; stop: Stop }> => {
  if (config.DATABASE_URL)
    return { connection: { connectionString: config.DATABASE_URL }, stop: async () => {} };
  return startOwnPostgres({ dataDir: config.DATA_DIR, log: (message) => console.log(message) });
};

/** Start everything; answers how to stop it, in the reverse order. */
const start = async (config: Config): Promise<Stop> => {
  const stops: Stop[] = [];
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop();
  };
  try {
    await checkBucket(config, (warning) => console.error(warning));
    const { connection, stop } = await openDatabase(config);
    stops.push(stop);
    const accounts = await setUpDatabase(connection, config);
    const pool = createPool(connection);
    stops.push(() => pool.end());
    const statements = createStatementStats();
    const db = createDb(pool, statements.record);
    const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
    const app = await buildApp({ config, pool, db, statements, connection, webRoot, work: {} });
    stops.push(() => app.close());
    const sealer = startSealer(db, app.log, config.DATA_DIR);
    stops.push(sealer.stop);
    await app.listen({ host: config.HOST, port: config.PORT });
    const { port } = app.server.address() as AddressInfo;
    const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST;
    announce(config, `http://${host}:${port}${WEB_BASE}/`, accounts);
    return stopAll;
  } catch (error) {
    await stopAll();
    throw error;
  }
};

/** Stop at the first signal, at once at the second, and never later than the longest drain. */
const stopOnSignals = (stop: Stop) => {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    console.log('正在停止…');
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
};

const main = async () => {
  if (existsSync('.env')) loadEnvFile('.env');
  const starting = start(readConfig());
  stopOnSignals(async () => (await starting)());
  await starting;
};

await main().catch((error: unknown) => {
  const expected = [ConfigError, EarlierBuildError, OwnPostgresError].some((kind) => error instanceof kind);
  console.error(expected ? (error as Error).message : error);
  process.exit(1);
});
