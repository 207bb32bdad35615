import { writeXlsxStream } from 'hucre/xlsx';

export type Cell = string | number | boolean | null;
/** `widths` in characters, by column; where one is left out it follows from the header. */
export type SheetShape = { name: string; headers: string[]; widths?: readonly (number | undefined)[] };

/** The bytes of a workbook of one sheet, as its rows come. */
export const streamSheet = (
  { name, headers, widths = [] }: SheetShape,
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>,
): AsyncIterable<Uint8Array> => {
  const columns = headers.map((header, at) => ({
    header,
    width: widths[at] ?? Math.max(12, header.length * 2 + 4),
  }));
  // The library's type is a browser's stream, which cannot be iterated; Node's can.
  return writeXlsxStream(rows, {
    name,
    columns,
    freezePane: { rows: 1 },
  }) as unknown as AsyncIterable<Uint8Array>;
};
