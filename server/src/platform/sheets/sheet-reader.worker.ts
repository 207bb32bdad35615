import { parentPort, workerData } from 'node:worker_threads';
import type { SheetRead, SheetRow, SheetToRead } from './sheet-reader.ts';
import { readRows } from './sheet-rows.ts';
import { type ReadPart, readWorkbook } from './workbook-parts.ts';
import { createXmlReader, TooLarge } from './xml-reader.ts';
import { openZip } from './zip-entries.ts';

const { bytes, maxRows, more } = workerData as SheetToRead;

const MEGABYTE = 1024 * 1024;
const MAX_UNPACKED = 200 * MEGABYTE;
/** Texts of sheets that people fill in pack to a tenth; small ones of empty rows to less. */
const MAX_RATIO = 100;
const ANY_RATIO_UNTIL = 20 * MEGABYTE;

const isBomb = (size: number) =>
  size > MAX_UNPACKED || (size > ANY_RATIO_UNTIL && size > bytes.length * MAX_RATIO);

const readSheet = async (): Promise<SheetRead> => {
  const { entries, unpack } = await openZip(bytes);
  const size = entries.values().reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (isBomb(size)) throw new TooLarge();
  const readXml = createXmlReader();
  const readPart: ReadPart = async (name, handler) => {
    const entry = entries.get(name);
    if (entry) await readXml(unpack(entry), handler);
  };
  const workbook = await readWorkbook(readPart);
  const rows = await readRows(readPart, workbook, maxRows);
  const further: Record<string, SheetRow[]> = {};
  for (const name of more) {
    const sheet = workbook.named.get(name);
    if (sheet !== undefined && sheet !== workbook.sheet)
      further[name] = await readRows(readPart, { ...workbook, sheet }, maxRows);
  }
  return { rows, further };
};

const read = await readSheet().catch((error: unknown): SheetRead => ({
  problem: error instanceof TooLarge ? 'too_large' : 'unreadable',
}));
parentPort?.postMessage(read);
