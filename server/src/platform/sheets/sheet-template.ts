import { writeXlsx } from 'hucre/xlsx';
import type { Bytes } from '@zhiping/shared/endpoint.ts';

type TemplateColumn = {
  header: string;
  /** Shown when a cell of the column is entered. */
  hint?: string;
  /** What the cells offer to choose from; other input is let through, since the import checks it. */
  choices?: readonly string[];
};

/** Rows that have drop-downs. */
const ROWS = 5000;
const CHOICES = '选项';

/** A column in the notation of spreadsheets: A, B … Z, AA. */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCodePoint(65 + (index % 26));

/**
 * An empty sheet to fill in, with drop-downs whose values stand on a second sheet. Every cell is text, or a spreadsheet
 * would make 1.1E+17 of an identity number.
 */
export const dropDownTemplate = async (name: string, columns: readonly TemplateColumn[]): Promise<Bytes> => {
  const choosing = columns.filter(({ choices }) => choices);
  const longest = Math.max(0, ...choosing.map(({ choices }) => choices?.length ?? 0));
  const validations = columns.flatMap(({ header, hint, choices }, index) => {
    if (!choices && !hint) return [];
    const letter = letterOf(index);
    const source = letterOf(choosing.findIndex((column) => column.header === header));
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
  const bytes = await writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(({ header }) => ({
          header,
          width: Math.max(14, header.length * 2 + 4),
          style: { numFmt: '@' },
        })),
        rows: [columns.map(({ header }) => header)],
        freezePane: { rows: 1 },
        dataValidations: validations,
      },
      {
        name: CHOICES,
        rows: [
          choosing.map(({ header }) => header),
          ...Array.from({ length: longest }, (_, row) =>
            choosing.map(({ choices }) => choices?.[row] ?? null),
          ),
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
