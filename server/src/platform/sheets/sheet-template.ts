import { writeXlsx } from 'hucre/xlsx';
import type { Bytes } from '@zhiping/shared/endpoint.ts';

type TemplateColumn = {
  header: string;
  /** Shown when a cell of the column is entered. */
  hint?: string;
  /** Choices offered in the cells; other input is allowed, since the import checks it. */
  choices?: readonly string[];
};

/** Rows that have drop-downs. */
const ROWS = 5000;
const CHOICES = '选项';

/** A column in the notation of spreadsheets: A, B … Z, AA. */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCodePoint(65 + (index % 26));

type TemplateSheet = { name: string; columns: readonly TemplateColumn[] };
type Choosing = TemplateColumn & { choices: readonly string[] };

const hasChoices = (column: TemplateColumn): column is Choosing => column.choices !== undefined;

/** Columns that offer the same have one list. */
const listsOf = (sheets: readonly TemplateSheet[]): Choosing[] => {
  const choosing = sheets.flatMap(({ columns }) => columns.filter(hasChoices));
  const keys = choosing.map(({ choices }) => choices.join('\n'));
  return choosing.filter((_, index) => keys.indexOf(keys[index]!) === index);
};

const validationsOf = (columns: readonly TemplateColumn[], lists: readonly Choosing[]) =>
  columns.flatMap(({ header, hint, choices }, index) => {
    if (!choices && !hint) return [];
    const letter = letterOf(index);
    const key = choices?.join('\n');
    const source = letterOf(lists.findIndex((list) => list.choices.join('\n') === key));
    return [
      {
        ...(choices
          ? { type: 'list' as const, formula1: `${CHOICES}!$${source}$2:$${source}$${choices.length + 1}` }
          : { type: 'custom' as const, formula1: 'TRUE' }),
        range: `${letter}2:${letter}${ROWS + 1}`,
        allowBlank: true,
        showErrorMessage: false,
        ...(hint ? { showInputMessage: true, inputTitle: header, inputMessage: hint } : {}),
      },
    ];
  });

/**
 * Empty sheets to fill in, with drop-downs whose values stand on a last sheet. Every cell is text, or a spreadsheet
 * would make 1.1E+17 of an identity number.
 */
export const dropDownWorkbook = async (name: string, sheets: readonly TemplateSheet[]): Promise<Bytes> => {
  const lists = listsOf(sheets);
  const longest = Math.max(0, ...lists.map(({ choices }) => choices.length));
  const bytes = await writeXlsx({
    sheets: [
      ...sheets.map((sheet) => ({
        name: sheet.name,
        columns: sheet.columns.map(({ header }) => ({
          header,
          width: Math.max(14, header.length * 2 + 4),
          style: { numFmt: '@' },
        })),
        rows: [sheet.columns.map(({ header }) => header)],
        freezePane: { rows: 1 },
        dataValidations: validationsOf(sheet.columns, lists),
      })),
      {
        name: CHOICES,
        rows: [
          lists.map(({ header }) => header),
          ...Array.from({ length: longest }, (_, row) => lists.map(({ choices }) => choices[row] ?? null)),
        ],
      },
    ],
  });
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: bytes as Uint8Array,
    fileName: `${name}导入模板.xlsx`,
  };
};

/** The same with one sheet. */
export const dropDownTemplate = (name: string, columns: readonly TemplateColumn[]): Promise<Bytes> =>
  dropDownWorkbook(name, [{ name, columns }]);
