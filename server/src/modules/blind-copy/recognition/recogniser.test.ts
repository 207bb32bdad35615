import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recognitionModule } from './add-on.ts';
import { beginRecogniser, withRecogniser } from './recogniser.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-recogniser-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Answers every picture but those called so, of which it dies. */
const program = `process.on('message', ({ path }) => {
  if (path === 'deadly') process.exit(1);
  process.send({ lines: [], canTell: true });
});`;

const begun = async () => {
  const path = join(directory, 'child.mjs');
  await writeFile(path, program);
  const children: ReturnType<typeof fork>[] = [];
  const recogniser = beginRecogniser(() => {
    const child = fork(path, [], { serialization: 'json' });
    children.push(child);
    return child;
  });
  return { ...recogniser, children };
};

test('a picture that ends the process is not read, and the next one is by another process', async () => {
  const { read, end, children } = await begun();
  expect(await read({ path: 'plain', words: '' })).toEqual({ lines: [], canTell: true });
  expect(await read({ path: 'deadly', words: '' })).toBeNull();
  expect(await read({ path: 'plain', words: '' })).not.toBeNull();
  expect(children).toHaveLength(2);
  await end();
  expect(children.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([1, 'SIGKILL']);
});

test('a file that ends it again and again is read no further', async () => {
  const { read, children } = await begun();
  for (let time = 0; time < 3; time++) expect(await read({ path: 'deadly', words: '' })).toBeNull();
  expect(await read({ path: 'plain', words: '' })).toBeNull();
  expect(children).toHaveLength(3);
});

describe.skipIf(recognitionModule === null)('where it is installed (docs/operations.md)', () => {
  test('an empty picture is read, and rare characters are known to be beyond it', async () => {
    const path = join(directory, 'empty.png');
    const canvas = createCanvas(320, 320);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 320, 320);
    await writeFile(path, canvas.toBuffer('image/png'));
    const answers = await withRecogniser(async (read) => [
      await read!({ path, words: '钟丽' }),
      await read!({ path, words: '𡘙' }),
    ]);
    expect(answers).toEqual([
      { lines: [], canTell: true },
      { lines: [], canTell: false },
    ]);
  });
});
