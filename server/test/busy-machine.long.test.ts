// Slow: every core has so much else to do that a file takes many times longer.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts } from '../scripts/blind-corpus/cases.ts';
import { copyLimits } from '../src/modules/blind-copy/pipeline/limits.ts';
import { coverFile } from '../src/modules/blind-copy/pipeline/run-pipeline.ts';
import { checkPdf } from '../src/platform/files/check-pdf.ts';
import { pdfLimits } from '../src/platform/files/pdf-limits.ts';
import { pagesOf } from './pdf-bombs.ts';

const THREADS_PER_CORE = 8;
/** A twelfth of what is usual. A scheduler with twenty threads a core may leave one of them waiting for a fifth of a second. */
const idleLooks = 100;

let path: string;
let directory: string;
let threads: Worker[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-busy-'));
  path = join(directory, 'original.pdf');
  await writeFile(path, await (await pagesOf(2)).save());
  threads = Array.from(
    { length: THREADS_PER_CORE * availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
});
afterAll(async () => {
  await Promise.all(threads.map((thread) => thread.terminate()));
  await rm(directory, { recursive: true });
});

test('a good file is checked', async () => {
  const file = { path, name: '论文.pdf', sha256: '', bytes: 0 };
  expect(await checkPdf(file, { ...pdfLimits, idleLooks })).toMatchObject({ pages: 2, cleaned: false });
});

test('a blind copy of a good file is made', async () => {
  const job = { path, out: join(directory, 'copy'), isPicture: false, facts, decisions: [], drawn: [] };
  const made = await coverFile(job, { limits: { ...copyLimits, idleLooks } });
  expect(made).toMatchObject({ covered: { pages: [{}, {}] } });
});
