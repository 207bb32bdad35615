import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from './run.ts';
import { git, importersOf, readGraph } from './testing/import-graph.ts';

/**
 * The checks without tests: words, format, and one pass of the linter that reports errors of types as well. Files that
 * passed are remembered by their hashes; the next run lints only those that changed and those that import them.
 */
const { values } = parseArgs({ options: { all: { type: 'boolean' } } });

const passedFile = join(root, 'node_modules', '.cache', 'zhiping', 'check.json');

/** A change of one of these can break any file. */
const isForAll = (file: string) => /(^|\/)(tsconfig[^/]*|\.oxlintrc|package-lock)\.json$|\.d\.ts$/.test(file);
const isLinted = (file: string) => /\.tsx?$/.test(file);

const hashFiles = () =>
  Object.fromEntries(
    git('ls-files', '--cached', '--others', '--exclude-standard')
      .filter((file) => (isLinted(file) || isForAll(file)) && existsSync(join(root, file)))
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(root, file)))
          .digest('hex'),
      ]),
  );

const readPassed = async (): Promise<Record<string, string>> => {
  const text = values.all ? undefined : await readFile(passedFile, 'utf8').catch(() => undefined);
  return text ? (JSON.parse(text) as Record<string, string>) : {};
};

/** The files to lint; undefined where all must be. */
const chooseFiles = (passed: Record<string, string>, hashes: Record<string, string>) => {
  const changed = [...new Set([...Object.keys(passed), ...Object.keys(hashes)])].filter(
    (file) => passed[file] !== hashes[file],
  );
  if (changed.some(isForAll)) return undefined;
  return importersOf(readGraph(), changed).filter(isLinted);
};

const lint = async (files: readonly string[] | undefined) => {
  if (files?.length === 0) return 0;
  console.log(files ? `lint and types: ${files.length} files` : 'lint and types: all files');
  return run('npx', ['oxlint', '--type-aware', '--type-check', ...(files ?? [])]);
};

const hashes = hashFiles();
const files = chooseFiles(await readPassed(), hashes);
const codes = [await run('npx', ['oxfmt', '--check']), await lint(files)];
if (codes.every((code) => code === 0)) {
  await mkdir(dirname(passedFile), { recursive: true });
  await writeFile(passedFile, JSON.stringify(hashes));
} else process.exitCode = 1;
