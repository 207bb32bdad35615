import { parentPort, workerData } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';
import type { SheetRow, SheetToRead } from './sheet-reader.ts';

const { bytes, maxRows } = workerData as SheetToRead;

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

const rows: SheetRow[] = [];
for await (const row of streamXlsxRows(bytes)) {
  const cells = row.values.map(textOf);
  // hucre counts from 0, sheets from 1. Empty rows count for nothing: what stands below them is read too.
  if (cells.some((cell) => cell !== '')) rows.push({ row: row.index + 1, cells });
  if (rows.length > maxRows + 1) break;
}
parentPort?.postMessage(rows);
