import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, run } from './run.ts';

const web = join(root, 'web');
const dist = join(web, 'dist');
const stampFile = 'built-from';

const isSource = (path: string) =>
  !/(^|\/)(node_modules|dist|\.build-\d+)(\/|$)/.test(path) && !/\.test\.tsx?$/.test(path);

const sourcesBelow = async (directory: string) => {
  const entries = await readdir(join(root, directory), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isSource(relative(root, path)));
};

/** Contents, not times: a fresh clone or a switched branch has new times and the same sources. */
const hashSources = async () => {
  const files = [
    ...(await sourcesBelow('web')),
    ...(await sourcesBelow('shared')),
    join(root, 'package-lock.json'),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash.update(`${relative(root, file)}\0`);
    // Nothing else runs yet, and synchronous reads take a third of the time.
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
};

const readStamp = () => readFile(join(dist, stampFile), 'utf8').catch(() => undefined);

/** Built aside and moved into place, so that a server or a second build never meets half a web app. */
const build = async (stamp: string) => {
  const workshop = join(web, `.build-${process.pid}`);
  const fresh = join(workshop, 'dist');
  const vite = join(dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin', 'vite.js');
  try {
    const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
    // Vite takes NODE_ENV for the mode of React: development would double the size.
    if ((await run(process.execPath, args, { cwd: web, env: { NODE_ENV: 'production' } })) !== 0) {
      throw new Error('网页构建失败，原因见上。');
    }
    await writeFile(join(fresh, stampFile), stamp);
    await rename(dist, join(workshop, 'old')).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(fresh, dist);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
};

const hasBuild = () =>
  readFile(join(dist, 'index.html')).then(
    () => true,
    () => false,
  );

/** Build the web app unless web/dist was built from these very sources. Production takes the build that is there. */
export const ensureWebBuild = async (): Promise<void> => {
  if (process.env.NODE_ENV === 'production' && (await hasBuild())) return;
  const stamp = await hashSources();
  if ((await readStamp()) === stamp) return;
  const start = performance.now();
  process.stdout.write('正在构建网页…\n');
  await build(stamp);
  process.stdout.write(`网页已构建（${((performance.now() - start) / 1000).toFixed(1)} 秒）\n`);
};
