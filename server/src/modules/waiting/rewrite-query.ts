import { pathKey } from '../subject/subject.queries.ts';
import type { Renaming } from './renaming.ts';

/** Filters by a unit; below which one a list stands is only a unit on the pages of schools and departments. */
const UNIT_FILTERS = ['schoolId', 'deptId'];
const TREE_FILTER = 'pid';

/** The filters of a list as its address has them, under the new names; what has none stays letter by letter. */
export const rewrittenQuery = (
  query: string,
  { schools, subjects }: Renaming,
  isUnitTree: boolean,
): string => {
  const params = new URLSearchParams(query);
  let isChanged = false;
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) return;
    params.set(name, value);
    isChanged = true;
  };
  for (const name of isUnitTree ? [...UNIT_FILTERS, TREE_FILTER] : UNIT_FILTERS)
    set(name, schools.get(Number(params.get(name) ?? Number.NaN))?.toString());
  // A path as one text, or its parts one after the other.
  const subject = subjects.get(params.getAll('subject').join('/'));
  set('subject', subject && pathKey(subject.path));
  return isChanged ? params.toString() : query;
};
