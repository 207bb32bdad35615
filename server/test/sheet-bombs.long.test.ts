// Slow: each workbook is as large as would be bad for a server, and is read by a process of its own, which reports what it took.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ordinary, sheetBombs } from './sheet-bombs.ts';

const run = promisify(execFile);
const child = join(import.meta.dirname, 'read-sheet-child.ts');

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-bombs-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Memory for a sheet of ordinary size, with a margin. */
const MAX_MEGABYTES = 500;
/** A fraction of the time of a core that a reader has. */
const MAX_SECONDS = 20;

const readIn = async (sheet: Buffer) => {
  const file = join(directory, 'bomb.xlsx');
  await writeFile(file, sheet);
  const { stdout } = await run(process.execPath, [child, file]);
  return JSON.parse(stdout) as { told: string; megabytes: number; seconds: number };
};

test('an ordinary one is read', async () => {
  expect(await readIn(ordinary())).toMatchObject({ told: '1 rows' });
});

test.each(sheetBombs(1))('a workbook with $name', async ({ build, told }) => {
  const sheet = build();
  expect(sheet.length).toBeLessThan(20 * 1024 * 1024);
  const read = await readIn(sheet);
  expect(read.told).toMatch(told);
  expect(read.megabytes).toBeLessThan(MAX_MEGABYTES);
  expect(read.seconds).toBeLessThan(MAX_SECONDS);
});
