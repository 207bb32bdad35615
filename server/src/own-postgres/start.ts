import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBinaries } from './binaries.ts';
import { prepareCluster, superuser } from './cluster.ts';
import { createDatabaseIfMissing, type Connection } from './database.ts';
import { explainFileErrors, OwnPostgresError } from './error.ts';
import { prepareHome, prepareSocketDir } from './home.ts';
import { stopLeftover } from './leftover.ts';
import { lockDataDir } from './lock.ts';
import { runPostgres, type RunningPostgres, type Settings } from './process.ts';
import { choosePostgresUser } from './user.ts';

type Log = (message: string) => void;

export type OwnPostgres = { connection: Connection; stop(): Promise<void> };

const longestPauseMs = 10_000;
const orphansMs = 10_000;

/** Backends of a killed postmaster need a moment to notice it; until then PostgreSQL refuses to start. */
const runAfterOrphans = async (settings: Settings, log: Log): Promise<RunningPostgres> => {
  for (let waited = 0; ; waited += 100) {
    try {
      return await runPostgres(settings, waited === 0 ? () => {} : log);
    } catch (error) {
      const { message } = error as Error;
      if (!/pre-existing shared memory block/.test(message) || waited >= orphansMs) {
        throw new OwnPostgresError(`数据库启动失败：${settings.cluster}。\n${message}`, { cause: error });
      }
      await sleep(100);
    }
  }
};

/** Keep PostgreSQL running until `stop`, however often it dies. */
const supervise = (settings: Settings, first: RunningPostgres, log: Log) => {
  let running: RunningPostgres | undefined = first;
  const stopping = new AbortController();

  const restart = async (): Promise<RunningPostgres | undefined> => {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      log(`数据库意外退出，${pauseMs / 1000} 秒后重新启动`);
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return undefined;
      try {
        const restarted = await runAfterOrphans(settings, log);
        // `stop` may have come meanwhile and found nothing to stop.
        if (stopping.signal.aborted) await restarted.stop();
        else log('数据库已重新启动');
        return restarted;
      } catch (error) {
        log((error as Error).message);
      }
    }
  };

  const watch = async () => {
    while (running) {
      await running.ended;
      running = stopping.signal.aborted ? undefined : await restart();
    }
  };
  const watching = watch();

  return async () => {
    stopping.abort();
    await running?.stop();
    await watching;
  };
};

const start = async (dataDir: string, log: Log, isDurable: boolean): Promise<OwnPostgres> => {
  const user = await choosePostgresUser(join(dataDir, 'postgres', 'cluster'));
  const home = await prepareHome(dataDir, user, log);
  const binaries = await prepareBinaries(home, user);
  const cluster = join(home, 'cluster');
  const password = await prepareCluster({ home, cluster, binaries, user }, log);
  await stopLeftover(home, cluster, log);

  const socketDir = await prepareSocketDir(home, user);
  const settings = { cluster, socketDir: socketDir.path, binaries, user, isDurable };
  const connection = { host: socketDir.path, port: 5432, database: 'zhiping', user: superuser, password };
  const stopPostgres = supervise(settings, await runAfterOrphans(settings, log), log);
  const stop = async () => {
    await stopPostgres();
    await socketDir.remove();
  };
  try {
    await createDatabaseIfMissing(connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection, stop };
};

/**
 * Start the PostgreSQL that came with the npm packages on `dataDir`, creating the cluster at the first start. One
 * process per directory. Fails with an `OwnPostgresError` whose Chinese message says what to do. See
 * docs/decisions/0002-own-postgresql.md.
 */
export const startOwnPostgres = async (options: {
  dataDir: string;
  log: Log;
  /** False only for data that is thrown away at the end. */
  isDurable?: boolean;
}): Promise<OwnPostgres> => {
  const wanted = resolve(options.dataDir);
  return explainFileErrors(wanted, async () => {
    await mkdir(dirname(wanted), { recursive: true });
    await mkdir(wanted, { recursive: true, mode: 0o700 });
    const dataDir = await realpath(wanted);
    const lock = await lockDataDir(dataDir);
    try {
      const postgres = await start(dataDir, options.log, options.isDurable ?? true);
      let stopped: Promise<void> | undefined;
      const stop = async () => {
        await postgres.stop();
        await lock.release();
      };
      return { connection: postgres.connection, stop: () => (stopped ??= stop()) };
    } catch (error) {
      await lock.release();
      throw error;
    }
  });
};
