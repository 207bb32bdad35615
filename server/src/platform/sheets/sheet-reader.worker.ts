import { parentPort, workerData } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';
import type { SheetRow, SheetToRead } from './sheet-reader.ts';

const { bytes, maxRows } = workerData as SheetToRead;

/** Everything as the text that the sheet shows; numbers of telephones and cards must not turn into 1.39E10. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value as string | number | boolean).trim();
};

const rows: SheetRow[] = [];
for await (const row of streamXlsxRows(bytes, { maxRows: maxRows + 2 })) {
  const cells = row.values.map(textOf);
  // hucre counts from 0, sheets from 1.
  if (cells.some((cell) => cell !== '')) rows.push({ row: row.index + 1, cells });
}
parentPort?.postMessage(rows);
