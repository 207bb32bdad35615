import { chmod, chown, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { canReach, type PostgresUser } from './user.ts';

/** Where clusters go whose data directory the unprivileged user cannot enter. */
const reachableParent = '/var/lib/zhiping';

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, its end mark included. */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;

const giveTo = async (user: PostgresUser, path: string) => {
  if (user) await chown(path, user.uid, user.gid);
  await chmod(path, 0o700);
};

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Only root may enter a directory that root made; the group of the unprivileged user gets to pass through ours. */
const letThrough = async (user: PostgresUser, dataDir: string) => {
  if (!user || (await canReach(user, dataDir)) || !(await canReach(user, dirname(dataDir)))) return;
  const { uid, mode } = await stat(dataDir);
  if (uid !== 0) return;
  await chown(dataDir, uid, user.gid);
  await chmod(dataDir, (mode & 0o707) | 0o010);
};

/**
 * The directory of everything PostgreSQL needs: `<dataDir>/postgres`, or, where a parent such as /root shuts out the
 * unprivileged user, a symbolic link of that name to a directory of its own under /var/lib/zhiping.
 */
export const prepareHome = async (
  dataDir: string,
  user: PostgresUser,
  log: (message: string) => void,
): Promise<string> => {
  const home = join(dataDir, 'postgres');
  if (await exists(home)) return realpath(home);
  // Left by a link whose target is gone: it would make mkdir fail.
  await rm(home, { force: true });
  await letThrough(user, dataDir);
  if (await canReach(user, dataDir)) {
    await mkdir(home, { mode: 0o700 });
    await giveTo(user, home);
    return realpath(home);
  }
  await mkdir(reachableParent, { recursive: true, mode: 0o755 });
  const elsewhere = await mkdtemp(join(reachableParent, 'data-'));
  await giveTo(user, elsewhere);
  await writeFile(join(elsewhere, 'belongs-to'), `${resolve(dataDir)}\n`);
  await symlink(elsewhere, home);
  log(`数据库用户无法进入 ${dirname(dataDir)}，数据库文件放在 ${elsewhere}（由 ${home} 链接）`);
  return elsewhere;
};

/** A directory for the socket that only `user` may enter: the home itself unless the path gets too long. */
export const prepareSocketDir = async (
  home: string,
  user: PostgresUser,
): Promise<{ path: string; remove(): Promise<void> }> => {
  if (Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= longestSocketPath) {
    return { path: home, remove: async () => {} };
  }
  const short = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp';
  const path = await mkdtemp(join(short, 'zhiping-'));
  await giveTo(user, path);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};
