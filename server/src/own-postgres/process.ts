import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { readPostmasterPid } from './leftover.ts';
import type { PostgresUser } from './user.ts';

export type Settings = {
  cluster: string;
  socketDir: string;
  binaries: Binaries;
  user: PostgresUser;
  isDurable: boolean;
};

export type RunningPostgres = {
  /** Resolves when the process has ended, however that came. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

const pollMs = 10;
const patienceMs = 60_000;

/** A temporary cluster needs no log for a standby, no flushing and no clean-up. */
const throwAway = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
};

const options = ({ cluster, socketDir, isDurable }: Settings) => {
  const durable = isDurable ? 'on' : 'off';
  const settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    fsync: durable,
    full_page_writes: durable,
    synchronous_commit: durable,
    // Statements and their values may hold personal data: failures of the server only.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...(isDurable ? {} : throwAway),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
};

const isTrouble = (line: string) => /\b(FATAL|PANIC):|terminated by|could not|No space left/.test(line);

/** Start PostgreSQL and wait until it takes connections; crash recovery may take its time. */
export const runPostgres = async (
  settings: Settings,
  log: (message: string) => void,
): Promise<RunningPostgres> => {
  const child = spawn(join(settings.binaries.directory, 'bin', 'postgres'), options(settings), {
    ...settings.user,
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Out of our process group: Ctrl-C must reach us first, so that open requests are answered.
    detached: true,
  });
  const lastLines: string[] = [];
  let isStopping = false;
  createInterface(child.stderr).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > 20) lastLines.shift();
    if (isTrouble(line) && !isStopping) log(`PostgreSQL: ${line}`);
  });

  const stopOnExit = () => child.kill('SIGINT');
  process.once('exit', stopOnExit);
  const ended = once(child, 'close').then(
    () => {},
    (error: unknown) => void lastLines.push(String(error)),
  );
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
    process.removeListener('exit', stopOnExit);
  });

  for (let waited = 0; ; waited += pollMs) {
    if (isEnded) throw new Error(lastLines.join('\n'));
    const state = await readPostmasterPid(settings.cluster);
    if (state?.pid === child.pid && state?.isReady) break;
    if (waited > 0 && waited % 10_000 === 0) log('数据库正在恢复，请稍候…');
    await sleep(pollMs);
  }
  // A start that fails later must be able to end the process; the exit handler takes PostgreSQL with it.
  child.unref();
  // A pipe is a socket, which its type does not say.
  if (child.stderr instanceof Socket) child.stderr.unref();

  const stop = async () => {
    isStopping = true;
    child.ref();
    child.kill('SIGINT');
    const impatience = setTimeout(() => {
      log('数据库未能在 60 秒内停止，强制停止，下次启动时自动恢复');
      child.kill('SIGQUIT');
    }, patienceMs);
    await ended;
    clearTimeout(impatience);
  };
  return { ended, stop };
};
