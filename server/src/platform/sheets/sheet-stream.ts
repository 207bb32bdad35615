import { writeXlsxStream } from 'hucre/xlsx';

export type Cell = string | number | boolean | null;
/** Widths in characters, where what stands in a column is longer than its header tells. */
export type SheetShape = { name: string; headers: string[]; widths?: readonly (number | undefined)[] };

/** The bytes of a workbook of one sheet, as its rows come. */
export const streamSheet = (
  { name, headers, widths = [] }: SheetShape,
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>,
): AsyncIterable<Uint8Array> => {
  const columns = headers.map((header, at) => ({
    header,
    width: Math.max(widths[at] ?? 12, header.length * 2 + 4),
  }));
  // The library's type is a browser's stream, which cannot be iterated; Node's can.
  return writeXlsxStream(rows, {
    name,
    columns,
    freezePane: { rows: 1 },
  }) as unknown as AsyncIterable<Uint8Array>;
};
