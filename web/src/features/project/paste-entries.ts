import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import type { Entry } from '@zhiping/shared/rules/project-form/form.ts';
import { fieldProblem } from '@zhiping/shared/rules/project-form/missing.ts';
import { plainWord, readCell } from '@zhiping/shared/rules/project-form/read-cell.ts';

type Columns = Readonly<Record<string, Field<unknown>>>;
export type PastedEntry = { entry: Entry; problems: string[] };

const MAX_ROWS = 500;

/** A whole cell: quotes that open one and never end belong to the words, as in a table of a text program. */
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;

/** Cells as a spreadsheet puts them on the clipboard: by tabs, those with line breaks or tabs in quotes. */
export const cellsOf = (text: string): string[][] => {
  const rows: string[][] = [[]];
  let cell = '';
  const endCell = () => {
    rows.at(-1)!.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    QUOTED.lastIndex = at;
    const quoted = cell === '' ? QUOTED.exec(text) : null;
    if (quoted) {
      cell = quoted[1]!.replaceAll('""', '"').replaceAll('\r', '');
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

/** What people call these columns in their own lists. */
const otherHeadings: Readonly<Record<string, readonly string[]>> = {
  题目: ['论文题目', '论文名称', '题名', '标题', '篇名'],
  刊物或会议: ['刊物', '刊名', '期刊', '期刊名称', '刊物名称', '发表刊物', '会议'],
  年份: ['发表时间', '发表年份', '发表日期', '发表年月', '时间', '年度'],
  本人排名: ['排名', '作者排名', '本人排序', '作者排序', '排序'],
  总人数: ['作者人数', '作者总数', '人数'],
  收录: ['收录情况', '检索', '检索情况', '收录类别'],
  全部作者: ['作者', '所有作者', '作者列表'],
};

/** Which column stands where: by the headings where the first row has them, else in the order of the form. */
const columnsIn = (
  first: readonly string[],
  columns: Columns,
): { names: (string | undefined)[]; hasHead: boolean } => {
  const byLabel = new Map(
    Object.entries(columns).flatMap(([name, { label }]) =>
      [label, ...(otherHeadings[label] ?? [])].map((word) => [plainWord(word), name]),
    ),
  );
  const found = first.map((cell) => byLabel.get(plainWord(cell)));
  const hasHead = found.filter(Boolean).length >= 2;
  return { names: hasHead ? found : Object.keys(columns), hasHead };
};

/** Headings that no column of the form has, and cells beyond its last one: they are not taken, which must be told. */
export const ignoredIn = (text: string, columns: Columns): string[] => {
  const [first = [], ...others] = cellsOf(text);
  const { names, hasHead } = columnsIn(first, columns);
  if (hasHead) {
    const isTaken = (name: string | undefined, at: number) =>
      name !== undefined && names.indexOf(name) === at;
    return first.filter((cell, at) => cell !== '' && !isTaken(names[at], at));
  }
  const most = Math.max(0, ...[first, ...others].map((row) => row.findLastIndex(Boolean) + 1));
  return most > names.length ? [`第 ${names.length} 列以后的内容`] : [];
};

/** Rows of a spreadsheet as entries of a list, each with what is wrong or missing in it. */
export const pastedEntries = (text: string, columns: Columns, newKey: () => string): PastedEntry[] => {
  const [first = [], ...others] = cellsOf(text);
  const { names, hasHead } = columnsIn(first, columns);
  const rows = hasHead ? others : [first, ...others];
  return rows
    .filter((row) => row.length > 0)
    .slice(0, MAX_ROWS)
    .map((row) => {
      const problems: string[] = [];
      const values = Object.fromEntries(
        Object.entries(columns).map(([name, field]) => {
          const { value, problem } = readCell(field, row[names.indexOf(name)] ?? '');
          const wrong = problem ?? fieldProblem(field, value);
          if (wrong) problems.push(wrong);
          return [name, value];
        }),
      );
      return { entry: { ...values, key: newKey() }, problems };
    });
};
