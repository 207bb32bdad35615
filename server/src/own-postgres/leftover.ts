import { execFile } from 'node:child_process';
import { readFile, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Content of postmaster.pid: process, socket directory, state. See "src/include/utils/pidfile.h" of PostgreSQL. */
export const readPostmasterPid = async (cluster: string) => {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number(lines[0]));
  return pid > 0 ? { pid, socketDir: lines[4] ?? '', isReady: lines[7] === 'ready' } : undefined;
};

/** A pid may have been given to some other process since: ours is known by its working directory, the cluster. */
const isPostgresOf = async (cluster: string, pid: number): Promise<boolean> => {
  if (process.platform === 'linux') {
    const directory = await realpath(`/proc/${pid}/cwd`).catch(() => '');
    return directory === cluster;
  }
  const command = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return command.stdout.includes(cluster);
};

const removeSocket = async (directory: string) => {
  if (basename(directory).startsWith('zhiping-')) await rm(directory, { recursive: true, force: true });
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(directory, name), { force: true });
};

/**
 * End a PostgreSQL that outlived the process that started it (kill -9), and clear away pid files whose process is gone,
 * a zombie or by now another one: PostgreSQL would take it for itself. Call it only with the data directory locked.
 */
export const stopLeftover = async (
  home: string,
  cluster: string,
  log: (message: string) => void,
): Promise<void> => {
  const found = await readPostmasterPid(cluster);
  if (found && (await isPostgresOf(cluster, found.pid))) {
    log(`上次异常退出后数据库仍在运行（进程 ${found.pid}），正在停止…`);
    process.kill(found.pid, 'SIGINT');
    while (await isPostgresOf(cluster, found.pid)) await sleep(10);
  } else if (found) {
    log('上次异常退出，数据库将自动恢复');
    await rm(join(cluster, 'postmaster.pid'), { force: true });
  }
  await removeSocket(found?.socketDir || home);
};
