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

/** Which column stands where: by the headings where the first row has them, else in the order of the form. */
const columnsIn = (
  first: readonly string[],
  columns: Columns,
): { names: (string | undefined)[]; hasHead: boolean } => {
  const byLabel = new Map(Object.entries(columns).map(([name, { label }]) => [plainWord(label), name]));
  const found = first.map((cell) => byLabel.get(plainWord(cell)));
  const hasHead = found.filter(Boolean).length >= 2;
  return { names: hasHead ? found : Object.keys(columns), hasHead };
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
