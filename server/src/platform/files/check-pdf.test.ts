import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { objectsBomb, pagesOf } from '../../../test/pdf-bombs.ts';
import { checkPdf } from './check-pdf.ts';
import { type PdfLimits, pdfLimits } from './pdf-limits.ts';
import { sha256 } from '../hash.ts';

/** The process that opens a file; what it finds in it: look-into-pdf.test.ts. */

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-pdf-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const check = async (bytes: Uint8Array, few: Partial<PdfLimits> = {}) => {
  const own = await mkdtemp(join(directory, 'one-'));
  const path = join(own, 'a');
  await writeFile(path, bytes);
  const file = { path, name: '论文.pdf', sha256: sha256(bytes), bytes: bytes.length };
  const checked = await checkPdf(file, { ...pdfLimits, ...few });
  expect(await readdir(own)).toEqual(['a']);
  return { checked, file, now: await readFile(path) };
};

const plain = async (pages = 2) => (await pagesOf(pages)).save();

test('a PDF with nothing active keeps its bytes', async () => {
  const { checked, file, now } = await check(await plain());
  expect(checked).toEqual({ pages: 2, cleaned: false, file });
  expect(sha256(now)).toBe(file.sha256);
});

test('of one that is written anew hash and length are those of now', async () => {
  const pdf = await pagesOf(2);
  pdf.addJavaScript('main', 'app.alert(1)');
  const { checked, file, now } = await check(await pdf.save());
  expect(checked).toMatchObject({
    pages: 2,
    cleaned: true,
    file: { name: '论文.pdf', sha256: sha256(now), bytes: now.length },
  });
  expect(sha256(now)).not.toBe(file.sha256);
});

describe('the report of the process is passed on:', () => {
  test.each<[string, () => Promise<Uint8Array>, Partial<PdfLimits>, string]>([
    ['what is broken', async () => Buffer.from('PK'), {}, 'broken'],
    ['more pages than the limit', () => plain(3), { pages: 2 }, 'too_many_pages'],
    ['time of a core', () => plain(400), { cpuMs: 10 }, 'too_slow'],
    ['memory', async () => objectsBomb(300), { residentBytes: 200_000_000 }, 'too_slow'],
    ['silence', () => plain(), { silentMs: 1 }, 'too_slow'],
  ])('%s', async (_, make, few, problem) => {
    expect((await check(await make(), few)).checked).toEqual({ problem });
  });

  test('so little memory is enough for an ordinary file', async () => {
    const { checked } = await check(await plain(), { residentBytes: 200_000_000 });
    expect(checked).toMatchObject({ pages: 2 });
  });
});
