import type { ExpertFacts } from './facts.ts';

/** Posting lists: for each key the experts, by their positions in the list. */
export type ExpertIndex = {
  experts: readonly ExpertFacts[];
  byPerson: ReadonlyMap<number, readonly number[]>;
  byName: ReadonlyMap<string, readonly number[]>;
  byUnit: ReadonlyMap<string, readonly number[]>;
  byWork: ReadonlyMap<string, readonly number[]>;
  /** Names in declarations of the expert or the office. */
  byDeclaredName: ReadonlyMap<string, readonly number[]>;
  byDeclaredUnit: ReadonlyMap<string, readonly number[]>;
};

const post = <K>(lists: Map<K, number[]>, key: K, place: number) => {
  const list = lists.get(key);
  if (!list) lists.set(key, [place]);
  // All keys of one expert are added together, so a duplicate could only be the last entry.
  else if (list.at(-1) !== place) list.push(place);
};

/**
 * The inverted indexes that find the few relevant experts of a project among thousands, without comparing all pairs.
 */
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
