import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../run.ts';

export const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

export const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/**
 * Files that only list others. All tests of HTTP import the app and so all modules: the files that a change can break are
 * not found by following these.
 */
const lists =
  /^(server\/src\/(app|start|main|task-kinds)|shared\/contracts\/all|web\/src\/app\/pages)\.tsx?$/;

/** The module of the server that a file belongs to; its tests speak HTTP to all its files. */
const moduleOf = (file: string) => /^server\/src\/modules\/[^/]+\//.exec(file)?.[0];

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'|new URL\('([^']+)'/g;

const resolve = (file: string, path: string) => {
  if (path.startsWith('.')) return relative(root, join(root, dirname(file), path));
  return path.startsWith('@zhiping/') ? path.slice('@zhiping/'.length) : undefined;
};

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].flatMap(
    ([, imported, url]) => resolve(file, imported ?? url ?? '') ?? [],
  );

type Graph = { sources: string[]; importers: Map<string, string[]> };

/** All files that git knows, and for each imported one those that import it. */
export const readGraph = (): Graph => {
  const importers = new Map<string, string[]>();
  const sources = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx');
  for (const file of sources.filter((one) => existsSync(join(root, one)))) {
    for (const imported of importsOf(file))
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
  return { sources, importers };
};

/** The changed files and all that import them, directly or through others, up to the lists of modules. */
export const importersOf = ({ importers }: Graph, changed: readonly string[]) => {
  const reached = new Set(changed);
  for (const file of reached)
    if (!lists.test(file)) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => existsSync(join(root, file)));
};

/** Files that the change can break: its importers, and the tests of each module of the server that changed itself. */
export const reach = (graph: Graph, changed: readonly string[]) => {
  const modules = changed.map(moduleOf).filter((module) => module !== undefined);
  const ofModules = graph.sources.filter(
    (file) => isTest(file) && modules.some((one) => file.startsWith(one)),
  );
  return importersOf(graph, [...changed, ...ofModules]);
};
