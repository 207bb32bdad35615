import { pathKey } from '../subject/path.ts';
import type { Selection } from './selection.ts';
import type { SubjectPath } from './subject-distance.ts';
import { placesOf, unusableReason } from './exclusion.ts';

/** Demand and supply of a group of subjects, by the ids of a selection; independent of the result. */
export type SubjectGroup = {
  /** Catalogue, subject category and professional category: a first-level subject. */
  path: SubjectPath;
  files: number;
  need: number;
  /**
   * Experts who declared a subject of the group and may be drawn, and how many projects they could get; an expert with
   * several subjects counts in each.
   */
  experts: number;
  places: number;
};

type Range = { least: number; mean: number; most: number };
export type GroupFigures = SubjectGroup & {
  filled: number;
  /** Match of the pairs in points, and all projects of the experts who have some of the group; null without a pair. */
  match: Range | null;
  load: Range | null;
};

const groupOf = (path: SubjectPath) => path.slice(0, 3);

/**
 * The groups of a selection's projects by their first subject, and which project is of which. O(projects + experts).
 */
export const subjectGroups = ({
  files,
  experts,
  params,
}: Omit<Selection, 'params'> & { params: Omit<Selection['params'], 'seed'> }) => {
  const groups = new Map<string, SubjectGroup>();
  const groupOfFile = new Map<number, string>();
  for (const { id, need, subjects } of files) {
    const path = groupOf(subjects[0] ?? []);
    const key = pathKey(path);
    const group = groups.get(key) ?? { path, files: 0, need: 0, experts: 0, places: 0 };
    group.files += 1;
    group.need += need;
    groups.set(key, group);
    groupOfFile.set(Number(id), key);
  }
  for (const expert of experts) {
    if (unusableReason(expert, { ...params, seed: '' }) !== null) continue;
    for (const key of new Set(expert.subjects.map((path) => pathKey(groupOf(path))))) {
      const group = groups.get(key);
      if (!group) continue;
      group.experts += 1;
      group.places += placesOf(expert, { ...params, seed: '' });
    }
  }
  return { groups, groupOfFile };
};

const rangeOf = (values: readonly number[]): Range | null => {
  if (values.length === 0) return null;
  let [least, most, sum] = [Infinity, -Infinity, 0];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
    sum += value;
  }
  return { least, mean: Math.round((sum / values.length) * 10) / 10, most };
};

/** Groups with what they got, the scarcest first: the fewest places for each that is needed. O(pairs). */
export const groupFigures = (
  { groups, groupOfFile }: ReturnType<typeof subjectGroups>,
  pairs: readonly { file: number; expert: number; match: number }[],
  openLoadOf: (expert: number) => number,
): GroupFigures[] => {
  const loads = new Map<number, number>();
  for (const { expert } of pairs) loads.set(expert, (loads.get(expert) ?? openLoadOf(expert)) + 1);
  const byGroup = Map.groupBy(pairs, ({ file }) => groupOfFile.get(file));
  const scarcity = ({ places, need }: SubjectGroup) => places / Math.max(1, need);
  return [...groups]
    .map(([key, group]) => {
      const own = byGroup.get(key) ?? [];
      const holders = [...new Set(own.map(({ expert }) => expert))];
      return {
        ...group,
        filled: own.length,
        match: rangeOf(own.map(({ match }) => match / 100)),
        load: rangeOf(holders.map((expert) => loads.get(expert)!)),
      };
    })
    .sort((a, b) => scarcity(a) - scarcity(b) || (pathKey(a.path) < pathKey(b.path) ? -1 : 1));
};
