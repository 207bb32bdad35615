// Slow: files of two thousand pages, and files that unpack to more than a gigabyte, since the limits are those of production.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { objectsBomb, pageBomb, pagesOf } from '../../../test/pdf-bombs.ts';
import { checkPdf } from './check-pdf.ts';

test.each<[string, () => Promise<Uint8Array>, object]>([
  ['as many pages as a thesis and more', async () => (await pagesOf(2000)).save(), { pages: 2000 }],
  ['more pages than anybody reads', async () => (await pagesOf(2001)).save(), { problem: 'too_many_pages' }],
  ['a page that unpacks to more than a gigabyte', () => pageBomb(1100), { problem: 'too_slow' }],
  ['objects that unpack to more than a gigabyte', async () => objectsBomb(1100), { problem: 'too_slow' }],
])('%s', async (_, make, came) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhiping-pdf-'));
  const path = join(directory, 'a');
  const bytes = await make();
  expect(bytes.length).toBeLessThan(10_000_000);
  await writeFile(path, bytes);
  const file = { path, name: '论文.pdf', sha256: '', bytes: bytes.length };
  expect(await checkPdf(file)).toMatchObject(came);
  await rm(directory, { recursive: true });
});
