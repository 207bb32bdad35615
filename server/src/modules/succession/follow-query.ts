import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import type { Succession } from './succession.ts';

/** Filters by a unit. `pid` is a unit only on the pages of schools and departments. */
const UNIT_FILTERS = ['schoolId', 'deptId'];
const TREE_FILTER = 'pid';

type Stored = { query: string; edition: number; isUnitTree: boolean };

/**
 * The filters of a list, as in its address, with present ids and paths. Unchanged filters stay character by character.
 */
export const followQuery = (
  { schools, subjectKey }: Succession,
  { query, edition, isUnitTree }: Stored,
): string => {
  const params = new URLSearchParams(query);
  const later = new Map<string, string>();
  for (const name of isUnitTree ? [...UNIT_FILTERS, TREE_FILTER] : UNIT_FILTERS) {
    const school = schools.get(Number(params.get(name)));
    if (school) later.set(name, String(school));
  }
  // A path is one parameter, or one parameter for each part.
  const key = pathKey(params.getAll('subject'));
  if (subjectKey(key, edition) !== key) later.set('subject', subjectKey(key, edition));
  if (later.size === 0) return query;
  for (const [name, value] of later) params.set(name, value);
  return params.toString();
};
