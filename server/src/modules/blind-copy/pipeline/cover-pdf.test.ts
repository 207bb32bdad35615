import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** A line of text, a picture over it or beside it, and what the copy says can be read. */
const readUnder = async (content: (line: string, picture: string) => string, smask = false) => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont('Helvetica');
  const page = pdf.addPage([300, 200]);
  const { context } = pdf;
  // Grey levels of noise, as a photograph has: there is ink everywhere.
  const imageOf = (bytes: Uint8Array, more: object = {}) =>
    context.register(
      context.stream(bytes, {
        Type: 'XObject',
        Subtype: 'Image',
        Width: 64,
        Height: 64,
        BitsPerComponent: 8,
        ColorSpace: 'DeviceGray',
        ...more,
      }),
    );
  const noise = randomBytes(64 * 64);
  const faint = imageOf(new Uint8Array(64 * 64).fill(60));
  page.node.set(
    PDFName.of('Resources'),
    context.obj({ Font: { F: font.ref }, XObject: { P: imageOf(noise, smask ? { SMask: faint } : {}) } }),
  );
  const line = 'BT /F 14 Tf 40 100 Td (Written below) Tj ET';
  const picture = 'q 200 0 0 60 20 80 cm /P Do Q';
  page.node.set(PDFName.of('Contents'), context.register(context.stream(content(line, picture))));
  const [path, out] = [join(directory, 'under.pdf'), join(directory, 'under-copy.pdf')];
  await writeFile(path, await pdf.save());
  await coverPdf(job(path, out), () => {});
  const copy = await getDocument({ data: new Uint8Array(await readFile(out)) }).promise;
  const { items } = await (await copy.getPage(1)).getTextContent();
  await copy.loadingTask.destroy();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
};

test('text below a photograph is no text of the copy; over it, beside it or through it is', async () => {
  expect(await readUnder((line, picture) => `${line} ${picture}`)).toBe('');
  expect(await readUnder((line, picture) => `${picture} ${line}`)).toMatch(/Written\s*below/);
  expect(await readUnder((line) => `${line} q 200 0 0 60 20 10 cm /P Do Q`)).toMatch(/Written\s*below/);
  expect(await readUnder((line, picture) => `${line} q 20 80 30 20 re W n ${picture} Q`)).toContain('below');
  expect(await readUnder((line, picture) => `${line} ${picture}`, true)).toMatch(/Written\s*below/);
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
