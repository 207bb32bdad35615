import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OwnPostgresError } from './error.ts';

const sqlite = { busy: 5, readOnly: 8, cannotOpen: 14 };
const unwritable: unknown[] = [sqlite.readOnly, sqlite.cannotOpen];

const explain = async (error: unknown, dataDir: string, pidFile: string): Promise<unknown> => {
  const { errcode } = error as { errcode?: number };
  if (unwritable.includes(errcode)) return Object.assign(new Error('not writable'), { code: 'EACCES' });
  if (errcode !== sqlite.busy) return error;
  const holder = await readFile(pidFile, 'utf8').catch(() => '');
  return new OwnPostgresError(
    `数据目录 ${dataDir} 正在被进程 ${holder.trim() || '（未知）'} 使用。` +
      '请先停止该进程，或用 DATA_DIR 指定另一个目录。',
  );
};

/**
 * Take the data directory for this process, or fail with a message naming the process that has it.
 *
 * Node has no file locks of its own, and a pid file alone goes stale (kill -9, reboot, containers that all run as
 * pid 1). SQLite locks through the kernel: the lock ends with the process, and holds between containers that share
 * a volume. No row is ever written to it.
 */
export const lockDataDir = async (dataDir: string): Promise<{ release(): Promise<void> }> => {
  const pidFile = join(dataDir, 'zhiping.pid');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(dataDir, 'zhiping.lock'));
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    throw await explain(error, dataDir, pidFile);
  }
  await writeFile(pidFile, `${process.pid}\n`);
  return {
    release: async () => {
      await rm(pidFile, { force: true });
      database?.close();
    },
  };
};
