import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import { fieldProblem } from '@zhiping/shared/rules/project-form/missing.ts';
import { plainWord, readCell } from '@zhiping/shared/rules/project-form/read-cell.ts';

export type Columns = Readonly<Record<string, Field<unknown>>>;
/** The field of each pasted column; undefined for none. */
export type Mapping = readonly (string | undefined)[];

const MAX_ROWS = 500;

/** A whole quoted cell. Quotes that open a cell and never end belong to the text, as in a table of a word processor. */
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;

/**
 * Splits clipboard text of a spreadsheet into cells: separated by tabs; cells with line breaks or tabs are quoted. A
 * line break within a cell becomes a space.
 */
export const cellsOf = (text: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  const endCell = () => {
    rows.at(-1)!.push(cell.trim().replaceAll(/\s*[\r\n]+\s*/g, ' '));
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    QUOTED.lastIndex = at;
    const quoted = cell === '' ? QUOTED.exec(text) : null;
    if (quoted) {
      cell = quoted[1]!.replaceAll('""', '"');
      at = QUOTED.lastIndex - 1;
    } else if (character === '\t') endCell();
    else if (character === '\n') {
      endCell();
      rows.push([]);
    } else if (character !== '\r') cell += character;
  }
  endCell();
  return rows.filter((row) => row.some(Boolean)).slice(0, MAX_ROWS + 1);
};

/** Other common headings for these columns. */
const otherHeadings: Readonly<Record<string, readonly string[]>> = {
  题目: ['论文题目', '论文名称', '题名', '标题', '篇名'],
  刊物或会议: ['刊物', '刊名', '期刊', '期刊名称', '刊物名称', '发表刊物', '会议'],
  年份: ['发表时间', '发表年', '发表年份', '发表日期', '发表年月', '时间', '年度'],
  经费: ['经费/万元'],
  本人排名: ['排名', '作者排名', '本人排序', '作者排序', '排序'],
  总人数: ['作者数', '作者人数', '作者总数', '人数'],
  收录: ['收录情况', '检索', '检索情况', '收录类别'],
  全部作者: ['作者', '所有作者', '作者列表'],
};

/** A pasted table: its headings, if any, its rows, and the field of each column. */
export type PastedTable = { head: string[] | null; rows: string[][]; width: number; mapping: Mapping };

/** Parses a table. Columns are mapped by headings if the first row has them, else by the order of the form. */
export const tableIn = (text: string, columns: Columns): PastedTable => {
  const all = cellsOf(text);
  const [first = [], ...others] = all;
  const byLabel = new Map(
    Object.entries(columns).flatMap(([name, { label }]) =>
      [label, ...(otherHeadings[label] ?? [])].map((word) => [plainWord(word), name]),
    ),
  );
  // A heading may be broken over two lines.
  const found = first.map((cell) => byLabel.get(plainWord(cell)) ?? byLabel.get(cell.replaceAll(' ', '')));
  const hasHead = found.filter(Boolean).length >= 2;
  const names = hasHead ? found : Object.keys(columns);
  return {
    head: hasHead ? first : null,
    rows: (hasHead ? others : all).slice(0, MAX_ROWS),
    width: Math.max(0, ...all.map((row) => row.findLastIndex(Boolean) + 1)),
    // Of two columns with the same heading the first counts.
    mapping: names.map((name, at) => (names.indexOf(name) === at ? name : undefined)),
  };
};

/**
 * Headings without a matching column, and cells beyond the last column. They are not imported, so they must be shown.
 */
export const ignoredIn = ({ head, width, mapping }: PastedTable): string[] => {
  if (head) return head.filter((cell, at) => cell !== '' && mapping[at] === undefined);
  return width > mapping.length ? [`第 ${mapping.length} 列以后的内容`] : [];
};

/** A year, a number or a date, but not a name. */
const NUMBERS = /^[\d\s./年月日-]+$/;

const doesNotFit = (field: Field<unknown>, cell: string, isName: boolean) => {
  if (isName) return NUMBERS.test(cell.normalize('NFKC'));
  const { input } = field;
  if (input.kind === 'longText') return false;
  const { value, problem } = readCell(field, cell);
  return problem !== undefined || fieldProblem(field, value) !== null;
};

/**
 * Whether columns seem to be shifted: most values do not fit their field, in the first column or in at least two
 * columns.
 */
export const isShifted = ({ rows }: PastedTable, mapping: Mapping, columns: Columns): boolean => {
  const [first] = Object.keys(columns);
  const wrong = mapping.filter((name, at) => {
    if (name === undefined) return false;
    const cells = rows.map((row) => row[at] ?? '').filter(Boolean);
    const misfits = cells.filter((cell) => doesNotFit(columns[name]!, cell, name === first));
    return misfits.length * 2 > cells.length;
  });
  return wrong.length >= 2 || (first !== undefined && wrong.includes(first));
};
