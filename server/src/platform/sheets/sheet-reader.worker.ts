import { parentPort } from 'node:worker_threads';
import { findHeadings, findSheet } from './find-sheet.ts';
import type { SheetRead, SheetToRead } from './sheet-reader.ts';
import { readRows, type SheetRow } from './sheet-rows.ts';
import { type ReadPart, readWorkbook } from './workbook-parts.ts';
import { createXmlReader, TooLarge } from './xml-reader.ts';
import { openZip } from './zip-entries.ts';

const isBomb = (size: number, { bytes, limits }: SheetToRead) =>
  size > limits.unpackedBytes || (size > limits.anyRatioUntil && size > bytes.length * limits.ratio);

const readSheet = async (given: SheetToRead): Promise<SheetRead> => {
  const { bytes, maxRows, layout, more, limits } = given;
  const { entries, unpack } = await openZip(bytes, limits.entries);
  const size = entries.values().reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (isBomb(size, given)) throw new TooLarge();
  const readXml = createXmlReader(limits);
  const readPart: ReadPart = async (name, handler) => {
    const entry = entries.get(name);
    if (entry) await readXml(unpack(entry), handler);
  };
  const workbook = await readWorkbook(readPart, limits);
  const most = { maxRows, textChars: limits.textChars };
  const from = { read: readPart, workbook, limits };
  const { sheet, others } = await findSheet(from, layout);
  const rows = await readRows(readPart, workbook, { ...most, ...sheet });
  const further: Record<string, SheetRow[]> = {};
  for (const one of workbook.sheets) {
    const own = more[one.name];
    if (!own || one.isHidden || one.part === sheet.part) continue;
    const { part, above } = await findHeadings(from, one, own);
    further[one.name] = await readRows(readPart, workbook, { ...most, part, above });
  }
  if (workbook.sheets.length < 2) return { rows, further };
  return { rows, further, sheet: { name: sheet.name, unread: others.map(({ name }) => name) } };
};

parentPort?.on('message', (given: SheetToRead) => {
  void readSheet(given)
    .catch((error: unknown): SheetRead => ({
      problem: error instanceof TooLarge ? 'too_large' : 'unreadable',
    }))
    .then((read) => parentPort?.postMessage(read));
});
