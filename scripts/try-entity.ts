/**
 * Follows docs/how-to-add-an-entity.md in a copy of the repository: writes its files, puts its lines where it says, then checks
 * types and lint and runs the tests that it names. The copy is thrown away.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyTree } from './copy-tree.ts';
import { root } from './run.ts';

const guide = await readFile(join(root, 'docs/how-to-add-an-entity.md'), 'utf8');
const copy = await copyTree('zhiping-entity-');

/** Maximum cost of a plain entity. */
const MAX_FILES = 9;
const MAX_LINES = 150;

const block =
  /^```\w+ (?:file=(?<file>\S+)|in=(?<into>\S+) after="(?<after>[^"]+)"(?<before> before)?)\n(?<text>.*?)^```$/gms;

type Step = Record<'file' | 'into' | 'after' | 'before' | 'text', string | undefined>;

const count = (text: string) => text.trimEnd().split('\n').length;

/** Put the text behind the place that is named, or before it; 「…」 stands for what is in between. */
const insert = async ({ into = '', after = '', before, text = '' }: Step) => {
  const path = join(copy, into);
  const stored = await readFile(path, 'utf8');
  const pattern = after
    .split(' … ')
    .map(RegExp.escape)
    .join(String.raw`[\s\S]*?`);
  const [place, ...others] = [...stored.matchAll(new RegExp(pattern, 'g'))].map(([found]) => found);
  if (place === undefined || others.length > 0)
    throw new Error(`「${after}」 does not stand once in ${into}`);
  const together = before ? `${text}${place}` : `${place}\n${text.trimEnd()}`;
  await writeFile(
    path,
    stored.replace(place, () => together),
  );
};

const write = async ({ file = '', text = '' }: Step) => {
  await mkdir(dirname(join(copy, file)), { recursive: true });
  await writeFile(join(copy, file), text);
};

try {
  const steps = [...guide.matchAll(block)].map(({ groups }) => groups as Step);
  for (const step of steps) await (step.file ? write(step) : insert(step));
  const touched = new Set(steps.map(({ file, into }) => file ?? into));
  const lines = steps.reduce((sum, { text = '' }) => sum + count(text), 0);
  console.log(`${touched.size} files, ${lines} lines`);
  if (touched.size > MAX_FILES || lines > MAX_LINES)
    throw new Error('A plain entity is dearer than it may be');
  const commands = [
    'npm run format',
    'npm run docs',
    'npm run rows',
    'npm run check',
    'npx vitest run --project server server/src/plain-modules.test.ts server/test/schema.test.ts server/test/contracts.test.ts server/test/role-matrix.test.ts',
    'npx vitest run --project web web/src/app/pages.test.ts',
  ];
  for (const command of commands) execFileSync('sh', ['-c', command], { cwd: copy, stdio: 'inherit' });
} finally {
  await rm(copy, { recursive: true, force: true });
}
