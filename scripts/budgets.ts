import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './run.ts';

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] };
type Manifest = Record<string, Chunk>;

const kilobyte = 1000;
/** `kit`: what most lists share (tables, drawers, filters), loaded with the first of them; `page`: what a page adds to it. */
const limits = { login: 130, shell: 300, kit: 100, page: 60, viewer: 270, viewerWorker: 410, stamp: 260 };
/** A chunk is of the kit when more than this part of the pages needs it; what fewer need counts to each of these pages. */
const kitShare = 0.25;

/** The chunk and everything it imports statically: what the browser must have before the code runs. */
const withImports = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, seen);
  return seen;
};

const gzipSize = async (dist: string, manifest: Manifest, keys: Iterable<string>) => {
  let bytes = 0;
  for (const key of keys) {
    const file = manifest[key]?.file;
    if (file && /\.m?js$/.test(file))
      bytes += gzipSync(await readFile(join(dist, file)), { level: 9 }).length;
  }
  return bytes / kilobyte;
};

const findKeys = (manifest: Manifest, pattern: RegExp) =>
  Object.keys(manifest).filter((key) => pattern.test(key) && manifest[key]?.file.endsWith('.js'));

export type Weight = { name: string; kilobytes: number; limit: number };

/** Gzipped sizes of the web app against their limits. */
const weighWebApp = async (dist = join(root, 'web', 'dist')): Promise<Weight[]> => {
  const manifest = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('The manifest of the web build has no entry.');
  const weigh = (keys: Iterable<string>) => gzipSize(dist, manifest, keys);

  const base = withImports(manifest, entry);
  // Groups of vite.config.ts: imports of the entry, and requests after signing in. Pages before the login are in the
  // first one; the second must not contain them.
  const login = findKeys(manifest, /^(_start-|src\/features\/auth\/)/);
  const shell = findKeys(manifest, /^_shell-/);
  if (login.length === 0 || shell.length === 0)
    throw new Error('The web build has no chunk of the login or of the shell.');
  const all = (keys: string[]) =>
    new Set([...base, ...keys.flatMap((key) => [...withImports(manifest, key)])]);
  const beforePages = all([...login, ...shell]);
  const pages = findKeys(manifest, /^src\/features\/.+Page\.tsx$/).map((name) => ({
    name,
    needs: [...withImports(manifest, name)].filter((key) => !beforePages.has(key)),
  }));
  const isOfKit = (key: string) =>
    pages.filter(({ needs }) => needs.includes(key)).length > pages.length * kitShare;
  const kit = new Set(pages.flatMap(({ needs }) => needs.filter(isOfKit)));

  const weights: Weight[] = [
    { name: 'login page', kilobytes: await weigh(all(login)), limit: limits.login },
    { name: 'shell', kilobytes: await weigh(all(shell)), limit: limits.shell },
    { name: 'shared by most pages', kilobytes: await weigh(kit), limit: limits.kit },
  ];
  for (const { name, needs } of pages) {
    const own = needs.filter((key) => !kit.has(key));
    weights.push({ name, kilobytes: await weigh(own), limit: limits.page });
  }
  // Fetched with the first opened material.
  const viewer = findKeys(manifest, /kit\/viewer\/FileView\.tsx$/);
  const seen = new Set([...beforePages, ...kit]);
  const ofViewer = [...all(viewer)].filter((key) => !seen.has(key));
  weights.push({ name: 'viewer of files', kilobytes: await weigh(ofViewer), limit: limits.viewer });
  const worker = Object.keys(manifest).filter((key) => key.endsWith('pdf.worker.min.mjs'));
  if (viewer.length === 0 || worker.length === 0)
    throw new Error('The web build has no viewer of files, or no worker of it.');
  weights.push({ name: 'worker of the viewer', kilobytes: await weigh(worker), limit: limits.viewerWorker });
  // Fetched with the first download of a material.
  const stamp = findKeys(manifest, /kit\/viewer\/stamp-file\.ts$/);
  const ofStamp = [...all(stamp)].filter((key) => !seen.has(key));
  weights.push({ name: 'stamp of files', kilobytes: await weigh(ofStamp), limit: limits.stamp });
  return weights;
};

/** Print the weights and answer those that are too heavy. */
export const checkBudgets = async (): Promise<Weight[]> => {
  const weights = await weighWebApp();
  for (const { name, kilobytes, limit } of weights) {
    const mark = kilobytes > limit ? 'TOO HEAVY' : 'ok';
    console.log(
      `${kilobytes.toFixed(1).padStart(7)} kB of ${String(limit).padStart(3)} kB  ${mark}  ${name}`,
    );
  }
  return weights.filter(({ kilobytes, limit }) => kilobytes > limit);
};
