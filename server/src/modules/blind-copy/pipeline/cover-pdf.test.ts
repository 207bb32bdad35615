import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts } from '../../../../scripts/blind-corpus/cases.ts';
import { handmade } from '../../../../scripts/blind-corpus/handmade.ts';
import { score } from '../../../../scripts/blind-corpus/score.ts';
import { coverPdf } from './cover-pdf.ts';
import { coverFile } from './run-pipeline.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-blind-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const job = (path: string, out: string) => ({
  path,
  out,
  isPicture: false,
  facts,
  decisions: [],
  drawn: [],
});
/** Judged by tools that had no part in making the copies, where they are. */
const hasPoppler = await promisify(execFile)('pdftotext', ['-v']).then(
  () => true,
  () => false,
);

test.each(await handmade())('$name', async ({ bytes, wanted, doubt }) => {
  const path = join(directory, 'original.pdf');
  const out = join(directory, 'copy.pdf');
  await writeFile(path, bytes);
  const covered = await coverPdf(job(path, out), () => {});
  expect(covered).toMatchObject({ left: 0, words: 0, pages: [{}] });
  expect(covered.outside).toBeLessThanOrEqual(5);
  expect(covered.pages.flatMap(({ doubts }) => doubts)).toEqual(doubt ? [doubt] : []);
  expect(covered.marks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['name', 'mail']));
  if (hasPoppler) expect(await score(path, out, wanted)).toMatchObject({ left: [], lost: [], inBytes: 0 });
});

test('what is no PDF is refused, and nothing is written', async () => {
  const path = join(directory, 'broken.pdf');
  const out = join(directory, 'none.pdf');
  await writeFile(path, '%PDF-1.7\nnothing');
  expect(await coverFile(job(path, out))).toEqual({ problem: 'broken' });
});
