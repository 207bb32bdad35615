import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyTree } from './copy-tree.ts';
import { git, isTest, reach, readGraph } from './testing/import-graph.ts';

/**
 * Changes one operator at a time in the rules and the platform and runs the tests that import the file. Changes that pass
 * all of them are listed. A change is chosen by the hash of its file and line, so that two commits with the same seed are
 * asked nearly the same ones.
 */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});

type Mutant = { file: string; line: number; before: string; after: string; tests: string[] };

/** Signs stand between spaces, so that those of types and arrows are left alone. */
const changes: [RegExp, string][] = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ < /, ' <= '],
  [/ <= /, ' < '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\.some\(/, '.every('],
  [/\.every\(/, '.some('],
  [/Math\.min\(/, 'Math.max('],
  [/Math\.max\(/, 'Math.min('],
  [/\(!/, '('],
  [/ \?\? \S+/, ''],
];

const isCode = (line: string) => !/^\s*(\/?\*|\/\/|import |export type |type |\| )/.test(line);

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/') + 1);

/** The tests of the same workspace part that a file reaches by imports, and those that stand beside it. */
const testsOf = (graph: ReturnType<typeof readGraph>, file: string) => {
  const part = file.startsWith('shared/') ? 'shared/' : 'server/src/platform/';
  const beside = graph.sources.filter((one) => folderOf(one) === folderOf(file));
  const tests = new Set([...beside, ...reach(graph, [file])].filter(isTest));
  return [...tests].filter((one) => one.startsWith(part) && !one.endsWith('.long.test.ts'));
};

const findMutants = async (copy: string): Promise<Mutant[]> => {
  const sources = git('ls-files', 'shared/rules/**.ts', 'server/src/platform/**.ts');
  const graph = readGraph();
  const found: Mutant[] = [];
  for (const file of sources.filter((one) => !isTest(one))) {
    const tests = testsOf(graph, file);
    if (tests.length === 0) continue;
    const lines = (await readFile(join(copy, file), 'utf8')).split('\n');
    for (const [line, before] of lines.entries())
      for (const [sign, replacement] of isCode(before) ? changes : [])
        if (sign.test(before))
          found.push({ file, line, before, after: before.replace(sign, replacement), tests });
  }
  return found;
};

/** The `count` mutants with the lowest hashes; line numbers are left out, since they move with every edit. */
const choose = (all: Mutant[], count: number, seed: string) => {
  const hashOf = ({ file, before, after }: Mutant) =>
    createHash('sha256').update([seed, file, before.trim(), after.trim()].join('\n')).digest('hex');
  return all
    .map((mutant) => ({ mutant, hash: hashOf(mutant) }))
    .toSorted((left, right) => left.hash.localeCompare(right.hash))
    .slice(0, count)
    .map(({ mutant }) => mutant);
};

const MAX_MS = 5 * 60_000;

/** Whether the tests notice the change; one that makes them hang is noticed too. */
const isNoticed = async (copy: string, tests: readonly string[]) => {
  const args = [
    'vitest',
    'run',
    '--bail=1',
    '--reporter=dot',
    '--project=shared',
    '--project=server',
    ...tests,
  ];
  const child = spawn('npx', args, { cwd: copy, stdio: 'ignore', detached: true });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), MAX_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return code !== 0;
};

const copy = await copyTree('zhiping-mutants-');
let survived = 0;
try {
  const all = await findMutants(copy);
  const mutants = choose(all, Number(values.count), values.seed);
  console.log(`${mutants.length} of ${all.length} changes, seed ${values.seed}`);
  for (const [index, { file, line, before, after, tests }] of mutants.entries()) {
    const path = join(copy, file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.split('\n').with(line, after).join('\n'));
    const noticed = await isNoticed(copy, tests);
    await writeFile(path, text);
    if (!noticed) survived += 1;
    if (!noticed) console.log(`SURVIVED ${file}:${line + 1}\n  - ${before.trim()}\n  + ${after.trim()}`);
    if ((index + 1) % 10 === 0) console.log(`   ${index + 1} of ${mutants.length}, ${survived} survived`);
  }
  console.log(`\n${mutants.length - survived} noticed, ${survived} survived`);
} finally {
  await rm(copy, { recursive: true, force: true });
}
