import { tidyDoi } from '@zhiping/shared/rules/text/doi.ts';
import { entryConflicts } from '@zhiping/shared/rules/project-form/entry-conflicts.ts';
import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import type { Entry } from '@zhiping/shared/rules/project-form/form.ts';
import { fieldProblem } from '@zhiping/shared/rules/project-form/missing.ts';
import { ranksDiffer, readRankOf } from '@zhiping/shared/rules/project-form/rank-cell.ts';
import { type CellValue, readCell } from '@zhiping/shared/rules/project-form/read-cell.ts';
import type { Columns, Mapping, PastedTable } from './paste-columns.ts';

export type PastedEntry = {
  entry: Entry;
  /** Problems of the entry, and notes about values that are understood but not kept. */
  problems: string[];
  notes: string[];
  /** The equal entry that exists already, in the form or earlier in the paste, in words. */
  same: string | null;
};

/** The cells of a row by field; a rank with a total is split into both. */
const cellsByName = (
  row: readonly string[],
  { mapping, columns }: { mapping: Mapping; columns: Columns },
) => {
  const cells: Record<string, string> = {};
  const problems: string[] = [];
  const notes: string[] = [];
  for (const [at, name] of mapping.entries()) if (name !== undefined) cells[name] = row[at] ?? '';
  const written = cells['rank'] ?? '';
  const parts = columns['rank'] ? readRankOf(written) : null;
  if (parts) {
    const { rank, people } = parts;
    cells['rank'] = String(rank);
    if (!columns['people'])
      notes.push(`${columns['rank']!.label}「${written}」按第 ${rank} 添加，总人数没有单独的栏目`);
    else if (!cells['people']) cells['people'] = String(people);
    else if (readCell(columns['people'], cells['people']).value !== people)
      problems.push(
        ranksDiffer(
          `${columns['rank']!.label}「${written}」`,
          `${columns['people'].label}「${cells['people']}」`,
        ),
      );
  }
  return { cells, problems, notes };
};

const plain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[\s\p{P}\p{S}]/gu, '')
    : '';
const plainDoi = (value: unknown) => (typeof value === 'string' ? tidyDoi(value).toLowerCase() : '');

/** Identifies an entry: its own numbers, else title and time, else, in lists without titles, all columns. */
const identityOf = (entry: Entry, columns: Columns) => {
  const words = (names: readonly string[]) => {
    const all = names.map((name) => plain(entry[name]));
    return all.some(Boolean) ? all.join('\n') : '';
  };
  const isTitled = columns['title'] !== undefined;
  return {
    numbers: [plainDoi(entry['doi']), plain(entry['no']), plain(entry['isbn'])],
    words: isTitled
      ? plain(entry['title']) && words(['title', columns['year'] ? 'year' : 'from'])
      : words(Object.keys(columns)),
  };
};
type Identity = ReturnType<typeof identityOf>;

const isSame = (one: Identity, other: Identity): boolean => {
  const at = one.numbers.findIndex((number, index) => number && other.numbers[index]);
  return at < 0 ? one.words !== '' && one.words === other.words : one.numbers[at] === other.numbers[at];
};

/** Turns rows of a spreadsheet into entries of a list, each with its problems and whether it exists already. */
export const pastedEntries = (
  { rows }: Pick<PastedTable, 'rows'>,
  {
    mapping,
    columns,
    present,
    newKey,
  }: { mapping: Mapping; columns: Columns; present: readonly Entry[]; newKey: () => string },
): PastedEntry[] => {
  const there = present.map((one) => identityOf(one, columns));
  const before: Identity[] = [];
  return rows.map((row) => {
    const { cells, problems, notes } = cellsByName(row, { mapping, columns });
    const ranksDisagree = problems.length > 0;
    const valueOf = (field: Field<unknown>, { value, problem, note }: CellValue) => {
      const wrong = problem ?? fieldProblem(field, value);
      if (wrong) problems.push(wrong);
      if (note) notes.push(note);
      return value;
    };
    const entry: Entry = {
      ...Object.fromEntries(
        Object.entries(columns).map(([name, field]) => [
          name,
          valueOf(field, readCell(field, cells[name] ?? '')),
        ]),
      ),
      key: newKey(),
    };
    // Ranks that differ are reported already.
    const conflicts = entryConflicts(entry).filter(({ name }) => name !== 'rank' || !ranksDisagree);
    problems.push(...conflicts.map(({ message }) => message));
    const marks = identityOf(entry, columns);
    const placeIn = (others: readonly Identity[]) => others.findIndex((one) => isSame(marks, one)) + 1;
    const [own, pasted] = [placeIn(there), placeIn(before)];
    before.push(marks);
    const twin = pasted > 0 ? `与粘贴的第 ${pasted} 条相同` : null;
    return { entry, problems, notes, same: own > 0 ? `与已填写的第 ${own} 条相同` : twin };
  });
};
