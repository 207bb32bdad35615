import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { OwnPostgresError } from './error.ts';
import type { PostgresUser } from './user.ts';

const run = promisify(execFile);

export const superuser = 'zhiping';

/**
 * Names of the same thing on different systems. With plain C, pg_trgm takes no Chinese character for a letter and
 * finds nothing; the order of names comes from ICU and does not depend on this.
 */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'zh_CN.UTF-8'];

type Place = { home: string; cluster: string; binaries: Binaries; user: PostgresUser };

const explainInitdb = (output: string, home: string) => {
  if (/No space left|Disk quota/i.test(output)) {
    return new OwnPostgresError(`磁盘空间不足，无法创建数据库：${home}。至少需要 200 MB，请清理磁盘后重试。`);
  }
  if (/user does not exist|effective user ID/i.test(output)) {
    return new OwnPostgresError(
      '当前用户在 /etc/passwd 中没有条目，PostgreSQL 无法创建数据库。请添加用户，或设置 DATABASE_URL。',
    );
  }
  if (/Permission denied|Read-only file system/i.test(output)) {
    return new OwnPostgresError(`数据目录不可写，无法创建数据库：${home}。\n${output}`);
  }
  return new OwnPostgresError(`创建数据库失败：${home}。\n${output}`);
};

const initialise = async ({ home, cluster, binaries, user }: Place, passwordFile: string) => {
  const unfinished = `${cluster}.new`;
  let output = '';
  for (const characterType of characterTypes) {
    await rm(unfinished, { recursive: true, force: true });
    const options = [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=icu',
      '--icu-locale=zh',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      '--data-checksums',
    ];
    try {
      await run(join(binaries.directory, 'bin', 'initdb'), options, {
        ...user,
        cwd: '/',
        env: { LC_ALL: 'C' },
      });
      await rename(unfinished, cluster);
      return;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      output = (error as { stderr?: string }).stderr?.trim() || String(error);
      if (!/invalid locale name/.test(output)) break;
    }
  }
  throw explainInitdb(output, home);
};

const exists = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

const newPassword = async (file: string, user: PostgresUser) => {
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  if (user) await chown(file, user.uid, user.gid);
};

/** Make the cluster unless it is there, and answer the password of its superuser. */
export const prepareCluster = async (place: Place, log: (message: string) => void): Promise<string> => {
  const passwordFile = join(place.home, 'password');
  if (await exists(place.cluster)) {
    const major = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
    if (major !== place.binaries.major) {
      throw new OwnPostgresError(
        `数据目录由 PostgreSQL ${major} 创建，随附的是 PostgreSQL ${place.binaries.major}，不能直接打开：` +
          `${place.cluster}。请用原版本导出数据后再导入，或换回原版本的程序。`,
      );
    }
  } else {
    log('首次启动，正在创建数据库…');
    await newPassword(passwordFile, place.user);
    await initialise(place, passwordFile);
  }
  return readFile(passwordFile, 'utf8');
};
