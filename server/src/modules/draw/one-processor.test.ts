import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowdedSelection } from '@zhiping/shared/rules/assignment/testing/random-selection.ts';

/** The result must be byte-identical with any number of processors, because verifiers use other machines. */

const run = promisify(execFile);
const child = fileURLToPath(new URL('../../../test/hash-draw-child.ts', import.meta.url));
let folder: string;
let hasTaskset: boolean;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'processors-'));
  hasTaskset = await run('taskset', ['--version']).then(
    () => true,
    () => false,
  );
});
afterAll(() => rm(folder, { recursive: true }));

const hashOf = async (roster: string, before: readonly string[], options: readonly string[]) => {
  const own = [...options, child, roster];
  const [command, ...others] = before;
  const { stdout } = await (command
    ? run(command, [...others, process.execPath, ...own])
    : run(process.execPath, own));
  return JSON.parse(stdout) as { hash: string; processors: number };
};

test.each([['optimise'], ['drawOptimise'], ['draw']] as const)(
  'one processor computes the same result in mode %s',
  async (mode) => {
    const roster = path.join(folder, `${mode}.json`);
    const selection = crowdedSelection(7);
    await writeFile(roster, JSON.stringify({ ...selection, params: { ...selection.params, mode } }));
    const all = await hashOf(roster, [], []);
    expect(all.hash).toMatch(/^[0-9a-f]{64}$/);
    // One thread also for the compiler and the garbage collector of V8.
    expect((await hashOf(roster, [], ['--single-threaded'])).hash).toBe(all.hash);
    if (!hasTaskset) return;
    const one = await hashOf(roster, ['taskset', '-c', '0'], []);
    expect(one).toEqual({ hash: all.hash, processors: 1 });
  },
);
