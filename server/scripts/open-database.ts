import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '../src/config.ts';
import { cleanUpAll } from '../src/platform/clean-up.ts';
import { isOtherSchema, OTHER_SCHEMA } from '../src/platform/database/other-schema.ts';
import { readSettings } from '../src/read-settings.ts';
import { startOwnPostgres } from '../src/own-postgres/start.ts';
import { superuser } from '../src/own-postgres/cluster.ts';
import { OwnPostgresError } from '../src/own-postgres/error.ts';

export type Opened = { config: Config; connection: pg.ClientConfig; close: () => Promise<void> };

/**
 * The database of the settings for a command line tool, whether the product is running on it or not. The packaged one is
 * made only by a tool that fills it.
 */
export const openDatabase = async ({ mayCreate = false } = {}): Promise<Opened> => {
  const config = readSettings((warning) => console.error(warning));
  // Tools of the operator work as the owner, where the product runs as another role.
  return openDatabaseOf(config, { url: config.MIGRATE_DATABASE_URL ?? config.DATABASE_URL, mayCreate });
};

/** The database at this address, or the packaged one where there is none. */
export const openDatabaseOf = async (
  config: Config,
  { url, mayCreate = false }: { url: string | undefined; mayCreate?: boolean },
): Promise<Opened> => {
  if (url) return { config, connection: { connectionString: url }, close: async () => {} };
  if (!mayCreate && !existsSync(join(config.DATA_DIR, 'postgres')))
    throw new Error(
      `没有设置 DATABASE_URL，数据目录中也没有随附的数据库：${config.DATA_DIR}。请用与服务相同的设置运行`,
    );
  try {
    const own = await startOwnPostgres({ dataDir: config.DATA_DIR, log: () => {} });
    return { config, connection: own.connection, close: () => own.stop() };
  } catch (error) {
    if (!(error instanceof OwnPostgresError)) throw error;
    const connection = await findRunning(config.DATA_DIR);
    if (!connection) throw error;
    return { config, connection, close: async () => {} };
  }
};

/** The PostgreSQL that another process of ours runs on this directory: the fifth line of its pid file is its socket. */
const findRunning = async (dataDir: string): Promise<pg.ClientConfig | null> => {
  try {
    const home = await realpath(join(dataDir, 'postgres'));
    const host = (await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[4];
    const password = (await readFile(join(home, 'password'), 'utf8')).trim();
    return host ? { host, port: 5432, database: 'zhiping', user: superuser, password } : null;
  } catch {
    return null;
  }
};

const wordsOf = (error: Error): string => (isOtherSchema(error) ? OTHER_SCHEMA : error.message);

/** Runs a tool to its exit code; expected problems are printed without a stack. */
export const runTool = async (tool: () => Promise<number>) => {
  let isStopping = false;
  // An exit lets the tool remove its temporary files, which the signal alone would not.
  const stop = async () => {
    isStopping = true;
    await cleanUpAll();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  try {
    process.exitCode = await tool();
  } catch (error) {
    // The clean-up ends what the tool was about to do.
    if (!isStopping) console.error(wordsOf(error as Error));
    process.exitCode = 1;
  }
};
