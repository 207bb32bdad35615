import type { Bytes } from '@zhiping/shared/endpoint.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Cell } from './sheet-stream.ts';
import { writeSheet } from './sheet-writer.ts';
import { dayOf, systemClock } from '../clock.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Value = Cell | Date | undefined;
/** A column of an export: its header and how a row fills it. */
export type SheetColumn<T> = [header: string, value: (row: T) => Value];

/** The columns of an import as those of an export, with the time when a row was made. */
export const sheetColumns = <Field extends string>(
  headers: Readonly<Record<Field, string>>,
): SheetColumn<Record<Field, Value> & { createTime: Date }>[] => [
  ...(Object.entries(headers) as [Field, string][]).map(
    ([field, header]): SheetColumn<Record<Field, Value>> => [header, (row) => row[field]],
  ),
  ['创建时间', (row) => row.createTime],
];

const cellOf = (value: Value): Cell => {
  if (value === undefined) return null;
  if (value instanceof Date) return formatDateTime(value);
  return typeof value === 'boolean' ? (value ? '是' : '否') : value;
};

async function* cells<T>(
  rows: AsyncIterable<T>,
  columns: SheetColumn<T>[],
  count: () => void,
): AsyncGenerator<Cell[]> {
  for await (const row of rows) {
    count();
    yield columns.map(([, value]) => cellOf(value(row)));
  }
}

async function* none(): AsyncGenerator<never> {}

/** An Excel download of rows as they come; the caller's query decides which rows and fields these are. */
export const exportSheet = <T>(name: string, rows: AsyncIterable<T>, columns: SheetColumn<T>[]): Bytes => {
  let written = 0;
  const headers = columns.map(([header]) => header);
  return {
    type: XLSX,
    bytes: writeSheet(
      { name, headers },
      cells(rows, columns, () => (written += 1)),
    ),
    fileName: `${name}-${dayOf(systemClock.now())}.xlsx`,
    rows: () => written,
  };
};

/** An empty sheet with the headers of an import. */
export const sheetTemplate = (name: string, headers: readonly string[]): Bytes => ({
  type: XLSX,
  bytes: writeSheet({ name, headers: [...headers] }, none()),
  fileName: `${name}导入模板.xlsx`,
});
