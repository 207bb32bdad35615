import { writeXlsxStream } from 'hucre/xlsx';

export type Cell = string | number | boolean | null;
/** With the widths of its columns, in letters of half width. */
export type SheetShape = { name: string; headers: string[]; widths: readonly number[] };

const LEAST = 8;
/** Longer texts are wrapped. */
const MOST = 60;
/** Padding of a cell in a spreadsheet. */
const BESIDE = 2;

/** A Chinese character is as wide as two letters. */
const widthOf = (cell: Cell) => {
  let width = 0;
  for (const char of String(cell ?? '')) width += char > '\u{2e7f}' ? 2 : 1;
  return width;
};

/** As wide as what stands in the first rows; those that follow are like them. */
export const widthsOf = (headers: readonly string[], rows: readonly Cell[][]): number[] =>
  headers.map((header, at) =>
    rows.reduce(
      (width, row) => Math.max(width, widthOf(row[at] ?? null) + BESIDE),
      Math.max(LEAST, widthOf(header) + 2 * BESIDE),
    ),
  );

/** The bytes of a workbook of one sheet, as its rows come. */
export const streamSheet = (
  { name, headers, widths }: SheetShape,
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>,
): AsyncIterable<Uint8Array> => {
  const hasLong = widths.some((width) => width > MOST);
  const columns = headers.map((header, at) => ({
    header,
    width: Math.min(widths[at]!, MOST),
    // Beside a text of several lines the others begin with it.
    ...(hasLong && { style: { alignment: { vertical: 'top', wrapText: widths[at]! > MOST } } as const }),
  }));
  // The library's type is a browser's stream, which cannot be iterated; Node's can.
  return writeXlsxStream(rows, {
    name,
    columns,
    freezePane: { rows: 1 },
  }) as unknown as AsyncIterable<Uint8Array>;
};
