import { type NumberStyle, numberText } from './number-format.ts';
import { type ReadPart, unescapeText, type Workbook } from './workbook-parts.ts';
import { type Attributes, TooLarge } from './xml-reader.ts';

export type SheetRow = { row: number; cells: string[] };

/** More columns than any template; the rest is ignored. */
const MAX_COLUMNS = 128;

const DAY = 86_400_000;

/** A day as spreadsheets count it: from 1900, which they take for a leap year, or from 1904. */
const dayOf = (serial: number, countsFrom1904: boolean): string | null => {
  const afterLeapDay = serial > 60 ? serial - 1 : serial;
  const time = countsFrom1904
    ? Date.UTC(1904, 0, 1) + serial * DAY
    : Date.UTC(1899, 11, 31) + afterLeapDay * DAY;
  const date = new Date(Math.round(time));
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
};

const textOf = (text: string, style: NumberStyle | undefined, countsFrom1904: boolean): string => {
  const number = Number(text);
  if (text === '' || Number.isNaN(number)) return text;
  const day = style?.kind === 'date' ? dayOf(number, countsFrom1904) : null;
  return day ?? numberText(number, style);
};

const cellText = (
  { strings, styles, countsFrom1904 }: Workbook,
  attributes: Attributes,
  text: string,
): string => {
  switch (attributes.t) {
    case 's':
      return strings[Number(text)] ?? '';
    case 'str':
    case 'inlineStr':
      return unescapeText(text);
    case 'b':
      return String(text === '1' || text.toLowerCase() === 'true');
    case 'e':
      return text;
    default:
      return textOf(text, styles[Number(attributes.s)], countsFrom1904);
  }
};

const letterCode = (code: number) => (code >= 97 ? code - 96 : code - 64);

/** Columns count from 0: A, B … Z, AA. */
const columnOf = (address: string): number => {
  let column = 0;
  for (let at = 0; at < 3; at += 1) {
    const letter = letterCode(address.charCodeAt(at));
    if (!(letter >= 1 && letter <= 26)) break;
    column = column * 26 + letter;
  }
  return column - 1;
};

type Most = { maxRows: number; textChars: number };

/**
 * The rows of a sheet that are not empty, the first of them for the headers, and one more than is allowed at the most.
 * `above`: how many rows stand above the headers; null where that is not known yet.
 */
export const readRows = async (
  read: ReadPart,
  workbook: Workbook,
  { part, above, maxRows, textChars }: Most & { part: string; above: number | null },
): Promise<SheetRow[]> => {
  const rows: SheetRow[] = [];
  let toSkip = above ?? 0;
  let columns = MAX_COLUMNS;
  let length = 0;
  let row = 0;
  let column = -1;
  let cells: string[] = [];
  let cell: Attributes | null = null;
  let text = '';
  let [isText, isPhonetic] = [false, false];

  const endCell = (attributes: Attributes) => {
    const shown = cellText(workbook, attributes, text).trim();
    cell = null;
    if (shown === '' || column >= columns) return;
    while (cells.length < column) cells.push('');
    cells[column] = shown;
    length += shown.length;
    if (length > textChars) throw new TooLarge();
  };

  /** Empty rows count for nothing: what stands below them is read too. */
  const endRow = () => {
    if (cells.length === 0 || rows.length > maxRows + 1) return;
    if (toSkip > 0) {
      toSkip -= 1;
      return;
    }
    rows.push({ row, cells });
    // Cells beyond the headers are ignored.
    if (rows.length === 1 && above !== null) columns = cells.length;
  };

  await read(part, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        column = -1;
        cells = [];
      }
      if (name === 'c') {
        cell = attributes;
        const address = attributes.r;
        column = address === undefined ? column + 1 : columnOf(address);
        text = '';
      }
      if (name === 'rPh') isPhonetic = true;
      isText = cell !== null && !isPhonetic && (name === 'v' || name === 't');
    },
    text: (more) => {
      if (!isText) return;
      text += more;
      if (text.length > textChars) throw new TooLarge();
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c' && cell) endCell(cell);
      if (name === 'row') endRow();
    },
    isDone: () => rows.length > maxRows + 1,
  });
  return rows;
};
