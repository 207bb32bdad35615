import { parentPort, workerData } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';
import type { SheetRow, SheetRead, SheetToRead } from './sheet-reader.ts';
import { unpackedSize } from './zip-size.ts';

const { bytes, maxRows } = workerData as SheetToRead;

const MEGABYTE = 1024 * 1024;
const MOST_UNPACKED = 200 * MEGABYTE;
/** Texts of sheets that people fill in pack to a tenth; small ones of empty rows to less. */
const MOST_RATIO = 100;
const ANY_RATIO_UNTIL = 20 * MEGABYTE;
/** Characters of all cells that are read: a text that stands once in the file may be shown by every cell. */
const MOST_TEXT = 32 * MEGABYTE;

/** Spreadsheets keep 15 digits of a number and make zeros of the others. */
const MOST_DIGITS = 1e15;

/**
 * Everything as the text that the sheet shows; numbers of telephones must not turn into 1.39E10. Longer ones are not what
 * was typed any more, and are shown so, lest somebody's identity number be taken for another.
 */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'number' && Math.abs(value) >= MOST_DIGITS) return value.toExponential().toUpperCase();
  return String(value as string | number | boolean).trim();
};

const isBomb = (size: number) =>
  size > MOST_UNPACKED || (size > ANY_RATIO_UNTIL && size > bytes.length * MOST_RATIO);

const readRows = async (): Promise<SheetRead> => {
  const size = unpackedSize(bytes);
  if (size === null) return { problem: 'unreadable' };
  if (isBomb(size)) return { problem: 'too_large' };
  const rows: SheetRow[] = [];
  let columns = Infinity;
  let text = 0;
  for await (const row of streamXlsxRows(bytes)) {
    const cells = row.values.slice(0, columns).map(textOf);
    // hucre counts from 0, sheets from 1. Empty rows count for nothing: what stands below them is read too.
    if (cells.every((cell) => cell === '')) continue;
    rows.push({ row: row.index + 1, cells });
    // What stands beside the headers is nobody's.
    if (rows.length === 1) columns = cells.length;
    text += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (text > MOST_TEXT) return { problem: 'too_large' };
    if (rows.length > maxRows + 1) break;
  }
  return { rows };
};

parentPort?.postMessage(await readRows());
