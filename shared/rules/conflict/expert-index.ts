import type { ExpertFacts } from './facts.ts';

/** Posting lists: under each key the experts, by their places in the list. */
export type ExpertIndex = {
  experts: readonly ExpertFacts[];
  byPerson: ReadonlyMap<number, readonly number[]>;
  byName: ReadonlyMap<string, readonly number[]>;
  byUnit: ReadonlyMap<string, readonly number[]>;
  byWork: ReadonlyMap<string, readonly number[]>;
  /** By names in declarations of the expert or the office. */
  byDeclaredName: ReadonlyMap<string, readonly number[]>;
  byDeclaredUnit: ReadonlyMap<string, readonly number[]>;
};

const post = <K>(lists: Map<K, number[]>, key: K, place: number) => {
  const list = lists.get(key);
  if (!list) lists.set(key, [place]);
  // Places are added in order, so a duplicate equals the last entry.
  else if (list.at(-1) !== place) list.push(place);
};

/** Inverted indexes that find the few experts concerned by a project among thousands, without testing all pairs. */
export const indexExperts = (experts: readonly ExpertFacts[]): ExpertIndex => {
  const byPerson = new Map<number, number[]>();
  const [byName, byUnit, byWork] = [1, 2, 3].map(() => new Map<string, number[]>()) as [
    Map<string, number[]>,
    Map<string, number[]>,
    Map<string, number[]>,
  ];
  const byDeclaredName = new Map<string, number[]>();
  const byDeclaredUnit = new Map<string, number[]>();
  for (const [place, { personId, nameKey, stays, works, relations }] of experts.entries()) {
    if (personId !== null) post(byPerson, personId, place);
    post(byName, nameKey, place);
    for (const { unit } of stays) post(byUnit, unit, place);
    for (const { key } of works) post(byWork, key, place);
    for (const relation of relations) {
      if (relation.nameKey !== null) post(byDeclaredName, relation.nameKey, place);
      else if (relation.unit !== null) post(byDeclaredUnit, relation.unit, place);
    }
  }
  return { experts, byPerson, byName, byUnit, byWork, byDeclaredName, byDeclaredUnit };
};
