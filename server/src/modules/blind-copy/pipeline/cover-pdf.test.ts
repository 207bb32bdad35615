import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { getDocument, PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts } from '../../../../scripts/blind-corpus/cases.ts';
import { handmade } from '../../../../scripts/blind-corpus/handmade.ts';
import { score } from '../../../../scripts/blind-corpus/score.ts';
import { papersDirectory } from '../../../demo/papers.ts';
import { coverPdf } from './cover-pdf.ts';
import { coverFile } from './run-pipeline.ts';
import { beginCopy } from './write-copy.ts';

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

test('a character that a rectangle cuts is covered whole, and nothing else', async () => {
  const path = fileURLToPath(new URL('paper-13.pdf', papersDirectory));
  const drawn = [{ page: 1, x: 203, y: 150, width: 5, height: 500, angle: 0 }];
  const covered = await coverPdf({ ...job(path, join(directory, 'cut.pdf')), drawn }, () => {});
  expect(covered.outside).toBeLessThanOrEqual(5);
});

test('a page with nothing on it is no doubt, one with a picture of it is', async () => {
  const pdf = await PDFDocument.create();
  for (const content of ['q 0 0 99 99 re W n 1 0 0 1 5 5 cm Q', 'q 0 0 50 50 re f Q']) {
    const { node } = pdf.addPage([100, 100]);
    node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream(content)));
  }
  const path = join(directory, 'empty.pdf');
  await writeFile(path, await pdf.save());
  const { pages } = await coverPdf(job(path, join(directory, 'copy.pdf')), () => {});
  expect(pages.map(({ doubts }) => doubts)).toEqual([[], ['noText']]);
});

test('the pages of a copy lie together, so that a viewer needs not the whole file for the first one', async () => {
  const copy = await beginCopy();
  const picture = { bytes: randomBytes(20_000), width: 100, height: 200, kind: 'photo' } as const;
  for (let page = 0; page < 120; page++) copy.addPage({ width: 595, height: 842, picture, glyphs: [] });
  const bytes = await copy.save();
  const reads: number[] = [];
  const transport = new PDFDataRangeTransport(bytes.length, null);
  transport.requestDataRange = (begin, end) => {
    reads.push(end - begin);
    transport.onDataRange(begin, bytes.slice(begin, end));
  };
  const task = getDocument({
    range: transport,
    rangeChunkSize: 65_536,
    disableStream: true,
    disableAutoFetch: true,
    verbosity: 0,
  });
  const document = await task.promise;
  await document.getPage(1);
  expect(document.numPages).toBe(120);
  expect(reads.reduce((sum, read) => sum + read, 0)).toBeLessThan(bytes.length / 4);
  await task.destroy();
});

test('what is no PDF is refused, and nothing is written', async () => {
  const path = join(directory, 'broken.pdf');
  const out = join(directory, 'none.pdf');
  await writeFile(path, '%PDF-1.7\nnothing');
  expect(await coverFile(job(path, out))).toEqual({ problem: 'broken' });
});
