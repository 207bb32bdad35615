import { nearestOf } from '../person/nearest.ts';
import { subjectChain } from './path.ts';

/** Changes between a catalogue and its new edition. */

export type EditionRow = {
  subjectCategoryCode: string;
  subjectCategory: string;
  professionalCategoryCode: string;
  professionalCategory: string;
  professionalClassCode: string | null;
  professionalClass: string | null;
};

export const codeOf = (row: EditionRow) => row.professionalClassCode ?? row.professionalCategoryCode;

/** The names from the category down, which distinguish subjects of the same name. */
export const nameInCatalog = (row: EditionRow) => subjectChain(row, '').slice(1).join(' - ');

type Named = { own: string; full: string };

/**
 * Meanings of the codes of a catalogue: its subjects, and the professional categories above them, which can be chosen
 * too (specification §3).
 */
export const meaningsOf = (rows: readonly EditionRow[]): Map<string, Named> =>
  new Map(
    rows.flatMap((row) => {
      const category = { ...row, professionalClassCode: null, professionalClass: null };
      const above: [string, Named] = [
        row.professionalCategoryCode,
        { own: row.professionalCategory, full: nameInCatalog(category) },
      ];
      if (row.professionalClass === null) return [above];
      return [above, [codeOf(row), { own: row.professionalClass, full: nameInCatalog(row) }]];
    }),
  );

export type Change<Stored extends EditionRow> = {
  added: EditionRow[];
  /** Same code, another name of its own or above it. */
  renamed: { before: Stored; after: EditionRow }[];
  /** Disabled before and in the new edition again, under whatever name. */
  returned: { before: Stored; after: EditionRow }[];
  gone: Stored[];
  unchanged: number;
};

/** Compare what is stored of a catalogue with all that the new edition has. */
export const compareEditions = <Stored extends EditionRow & { enabled: boolean }>(
  stored: readonly Stored[],
  edition: readonly EditionRow[],
): Change<Stored> => {
  const before = new Map(stored.map((row) => [codeOf(row), row]));
  const after = new Set(edition.map(codeOf));
  const change: Change<Stored> = {
    added: [],
    renamed: [],
    returned: [],
    gone: stored.filter((row) => row.enabled && !after.has(codeOf(row))),
    unchanged: 0,
  };
  for (const row of edition) {
    const known = before.get(codeOf(row));
    if (!known) change.added.push(row);
    else if (!known.enabled) change.returned.push({ before: known, after: row });
    else if (nameInCatalog(known) !== nameInCatalog(row)) change.renamed.push({ before: known, after: row });
    else change.unchanged += 1;
  }
  return change;
};

export type Touched = {
  code: string;
  own: string;
  full: string;
  kind: 'gone' | 'renamed';
  newName: string | null;
};

/** Codes that people may stand for and that mean nothing any more, or something else than before. */
export const touchedCodes = (
  stored: readonly (EditionRow & { enabled: boolean })[],
  edition: readonly EditionRow[],
): Touched[] => {
  const now = meaningsOf(edition);
  return [...meaningsOf(stored.filter(({ enabled }) => enabled))].flatMap(
    ([code, { own, full }]): Touched[] => {
      const later = now.get(code);
      if (!later) return [{ code, own, full, kind: 'gone', newName: null }];
      return later.own === own ? [] : [{ code, own, full, kind: 'renamed', newName: later.full }];
    },
  );
};

export type Suggestion = { code: string; full: string; certain: boolean };

const MOST = 3;

/**
 * A search for what a subject may be called in the new edition: those of the same name first (certain when it is the only
 * one), then the nearest names, then the professional category that it belonged to.
 */
export const suggestIn = (edition: readonly EditionRow[]) => {
  const now = meaningsOf(edition);
  const byName = Map.groupBy(now, ([, { own }]) => own);
  const codesOf = Map.groupBy(now, ([, { full }]) => full);
  const nearest = nearestOf([...codesOf.keys()]);
  return (code: string, own: string, full: string): Suggestion[] => {
    const same = (byName.get(own) ?? []).filter(([other]) => other !== code);
    // Of a category and its class with one name, the one of the same depth is meant.
    const depth = (other: string) => Number(other.length > 4 === code.length > 4);
    const named = same.toSorted(([a], [b]) => depth(b) - depth(a));
    const isOnly = named.filter(([other]) => depth(other) === 1).length === 1;
    const near = nearest(full, MOST + 1).flatMap((name) => codesOf.get(name) ?? []);
    const parent = code.length > 4 ? now.get(code.slice(0, 4)) : undefined;
    const found: Suggestion[] = [
      ...named.map(([other, name], index) => ({
        code: other,
        full: name.full,
        certain: isOnly && index === 0,
      })),
      ...near.map(([other, name]) => ({ code: other, full: name.full, certain: false })),
      ...(parent ? [{ code: code.slice(0, 4), full: parent.full, certain: false }] : []),
    ];
    const seen = new Set([code]);
    return found.filter((one) => !seen.has(one.code) && seen.add(one.code)).slice(0, MOST);
  };
};
