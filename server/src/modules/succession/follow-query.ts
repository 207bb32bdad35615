import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import type { Succession } from './succession.ts';

/** Filters by a unit; below which one a list stands is only a unit on the pages of schools and departments. */
const UNIT_FILTERS = ['schoolId', 'deptId'];
const TREE_FILTER = 'pid';

type Stored = { query: string; edition: number; isUnitTree: boolean };

/** The filters of a list as its address has them, as they are meant by now; what did not change stays letter by letter. */
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
  // A path as one text, or its parts one after the other.
  const key = pathKey(params.getAll('subject'));
  if (subjectKey(key, edition) !== key) later.set('subject', subjectKey(key, edition));
  if (later.size === 0) return query;
  for (const [name, value] of later) params.set(name, value);
  return params.toString();
};
