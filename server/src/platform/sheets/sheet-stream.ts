import { writeXlsxStream } from 'hucre/xlsx';

export type Cell = string | number | boolean | null;
export type SheetShape = { name: string; headers: string[] };

/** The bytes of a workbook of one sheet, as its rows come. */
export const streamSheet = (
  { name, headers }: SheetShape,
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>,
): AsyncIterable<Uint8Array> => {
  const columns = headers.map((header) => ({ header, width: Math.max(12, header.length * 2 + 4) }));
  // The library's type is a browser's stream, which cannot be iterated; Node's can.
  return writeXlsxStream(rows, {
    name,
    columns,
    freezePane: { rows: 1 },
  }) as unknown as AsyncIterable<Uint8Array>;
};
