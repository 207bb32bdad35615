import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { OwnPostgresError } from './error.ts';

const run = promisify(execFile);

/** User for PostgreSQL: undefined for no change, or the ids that root drops to. */
export type PostgresUser = { uid: number; gid: number } | undefined;

const isRoot = () => process.getuid?.() === 0;

const lookUp = async (name: string): Promise<PostgresUser> => {
  try {
    const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])));
    const [uid, gid] = ids.map(({ stdout }) => Number(stdout));
    return uid && gid ? { uid, gid } : undefined;
  } catch {
    return undefined;
  }
};

const requireNamedUser = () => {
  try {
    userInfo();
  } catch {
    throw new OwnPostgresError(
      `当前用户（uid ${process.getuid?.()}）在 /etc/passwd 中没有条目，PostgreSQL 拒绝以这样的用户运行。` +
        '请为该 uid 添加用户，或用 DATABASE_URL 连接外部的 PostgreSQL。',
    );
  }
};

/** PostgreSQL refuses to run as root: chooses the user that root drops to. An existing cluster decides by its owner. */
export const choosePostgresUser = async (cluster: string): Promise<PostgresUser> => {
  if (!isRoot()) {
    requireNamedUser();
    return undefined;
  }
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = (await lookUp('postgres')) ?? (await lookUp('nobody'));
  if (user) return user;
  throw new OwnPostgresError(
    'PostgreSQL 不能以 root 运行，而系统中没有 postgres 或 nobody 用户。' +
      '请以普通用户启动，或用 DATABASE_URL 连接外部的 PostgreSQL。',
  );
};

/** Whether that user can enter a directory or execute a file. The kernel is asked: it knows ACLs and mounts too. */
export const canReach = async (user: PostgresUser, path: string): Promise<boolean> => {
  try {
    await run('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/' });
    return true;
  } catch {
    return false;
  }
};
