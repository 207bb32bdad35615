import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const modulesDir = join(import.meta.dirname, '..', 'src', 'modules');
const architecture = readFileSync(join(import.meta.dirname, '..', '..', 'ARCHITECTURE.md'), 'utf8');

/** The picture of ARCHITECTURE: one line a floor, the highest first. */
const floors = (/```floors\n([\s\S]*?)```/.exec(architecture)?.[1] ?? '')
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const floorOf = new Map(floors.flatMap((names, floor) => names.map((name) => [name, floor] as const)));

const moduleOf = (file: string) => relative(modulesDir, file).split('/')[0]!;

const sources = readdirSync(modulesDir, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  .map((entry) => join(entry.parentPath, entry.name));

/** Other modules that a file imports. */
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)]
    .map(([, path]) => join(dirname(file), path!))
    .filter((path) => path.startsWith(modulesDir))
    .map(moduleOf)
    .filter((name) => name !== moduleOf(file));

test('the picture of floors has each module once', () => {
  const drawn = floors.flat().toSorted();
  expect(drawn).toEqual([...new Set(sources.map(moduleOf))].toSorted());
});

test('a module imports only from modules of lower floors', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .filter((name) => floorOf.get(name)! <= floorOf.get(moduleOf(file))!)
      .map((name) => `${relative(modulesDir, file)} imports from ${name}`),
  );
  expect(wrong).toEqual([]);
});
