import { parentPort } from 'node:worker_threads';
import type { SheetRead, SheetRow, SheetToRead } from './sheet-reader.ts';
import { readRows } from './sheet-rows.ts';
import { type ReadPart, readWorkbook } from './workbook-parts.ts';
import { createXmlReader, TooLarge } from './xml-reader.ts';
import { openZip } from './zip-entries.ts';

const isBomb = (size: number, { bytes, limits }: SheetToRead) =>
  size > limits.unpackedBytes || (size > limits.anyRatioUntil && size > bytes.length * limits.ratio);

const readSheet = async (given: SheetToRead): Promise<SheetRead> => {
  const { bytes, maxRows, more, limits } = given;
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
  const rows = await readRows(readPart, workbook, most);
  const further: Record<string, SheetRow[]> = {};
  for (const name of more) {
    const sheet = workbook.named.get(name);
    if (sheet !== undefined && sheet !== workbook.sheet)
      further[name] = await readRows(readPart, { ...workbook, sheet }, most);
  }
  return { rows, further };
};

parentPort?.on('message', (given: SheetToRead) => {
  void readSheet(given)
    .catch((error: unknown): SheetRead => ({
      problem: error instanceof TooLarge ? 'too_large' : 'unreadable',
    }))
    .then((read) => parentPort?.postMessage(read));
});
