import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { stampFile } from './stamp-file.ts';

/** A picture of one pixel. */
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (character) => character.codePointAt(0)!,
);
const stamp = new Blob([png], { type: 'image/png' });

const pagesOf = async (stamped: Blob) => {
  expect(stamped.type).toBe('application/pdf');
  return (await PDFDocument.load(await stamped.arrayBuffer(), { updateMetadata: false })).getPages();
};
/** Number of pictures that a page draws: three stamps in a row, as high as they are wide in this test. */
const pictures = (page: Awaited<ReturnType<typeof pagesOf>>[number]) =>
  (page.node.Resources()?.lookup(PDFName.of('XObject')) as { values: () => unknown[] } | undefined)?.values()
    .length ?? 0;

test('every page of a PDF is stamped, and its metadata stays unchanged', async () => {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  pdf.addPage([595, 842]).drawText('a');
  pdf.addPage([842, 595]);
  pdf.addPage([300, 4000]).setCropBox(0, 2000, 300, 300);
  const file = new Blob([(await pdf.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' });
  const pages = await pagesOf(await stampFile(file, stamp));
  expect(pages.map((page) => [page.getSize(), pictures(page)])).toEqual([
    [{ width: 595, height: 842 }, 15],
    [{ width: 842, height: 595 }, 9],
    [{ width: 300, height: 4000 }, 9],
  ]);
  const again = pages[0]!.doc;
  expect([again.getProducer(), again.getCreator(), again.getModificationDate()]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a picture becomes a stamped page of its size', async () => {
  const [page, ...others] = await pagesOf(await stampFile(new Blob([png], { type: 'image/png' }), stamp));
  expect([page!.getSize(), pictures(page!), others.length]).toEqual([{ width: 1, height: 1 }, 10, 0]);
});

test('an invalid file is refused', async () => {
  await expect(stampFile(new Blob(['x'], { type: 'application/pdf' }), stamp)).rejects.toThrow(/PDF/);
});
