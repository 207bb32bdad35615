import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manyPages } from '../../../../scripts/blind-corpus/bombs.ts';
import { facts } from '../../../../scripts/blind-corpus/cases.ts';
import { type CopyLimits, copyLimits } from './limits.ts';
import { coverFile } from './run-pipeline.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-pipeline-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const twoPages = () => manyPages(2, 'BT /F 12 Tf 30 700 Td (This page looks like any other) Tj ET');

const cover = async (bytes: Buffer | string, few: Partial<CopyLimits> = {}) => {
  const at = await mkdtemp(join(directory, 'one-'));
  const path = join(at, 'original');
  await writeFile(path, bytes);
  const job = { path, out: join(at, 'copy'), isPicture: false, facts, decisions: [], drawn: [] };
  const made = await coverFile(job, { limits: { ...copyLimits, ...few } });
  return { made, files: (await readdir(at)).toSorted() };
};

test('a file whose process is silent for too long is given up', async () => {
  expect(await cover(twoPages(), { silentMs: 1 })).toEqual({
    made: { problem: 'too_slow' },
    files: ['original'],
  });
});

test('a file that is no PDF is refused, and nothing is written', async () => {
  expect(await cover('%PDF-1.7\nnothing')).toEqual({ made: { problem: 'broken' }, files: ['original'] });
});
