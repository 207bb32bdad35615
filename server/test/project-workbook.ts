import { writeXlsx } from 'hucre/xlsx';
import { type ImportedList, listAt } from '@zhiping/shared/rules/project-form/imported-parts.ts';
import { listColumns, personColumns } from '../src/modules/project/import/import-columns.ts';

/** Values by the field of the form that each fills. */
export type Cells = Record<string, string>;

const rowsOf = (headers: Readonly<Record<string, string>>, rows: readonly Cells[]) => [
  Object.values(headers),
  ...rows.map((row) => Object.keys(headers).map((field) => row[field] ?? '')),
];

/** A workbook of projects: a row for each person, by the fields of the form; further rows by their lists. */
export const sheetOfProjects = async (
  people: readonly Cells[],
  lists: Partial<Record<ImportedList, readonly Cells[]>> = {},
): Promise<Buffer> => {
  const further = Object.entries(lists) as [ImportedList, readonly Cells[]][];
  const bytes = await writeXlsx({
    sheets: [
      { name: '申报人', rows: rowsOf(personColumns, people) },
      ...further.map(([path, rows]) => ({ name: listAt(path).title, rows: rowsOf(listColumns(path), rows) })),
    ],
  });
  return Buffer.from(bytes as Uint8Array);
};
