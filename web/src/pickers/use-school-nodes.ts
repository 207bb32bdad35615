import { OTHER_UNITS_PID, TOP_SCHOOL_PID } from '@zhiping/shared/constants.ts';
import { schoolApi, type School } from '@zhiping/shared/contracts/school.ts';
import { call } from '../lib/api.ts';
import { useUser } from '../lib/session-store.ts';
import { useDeptPath } from './use-dept-nodes.ts';
import { useLazyNodes, type LazyRow, type LazySource } from './use-lazy-nodes.ts';

const ALL = 10_000;
/** A search that finds more is not yet one. */
const MOST_FOUND = 200;

const rowOf = ({ id, name, enabled, subCount }: School): LazyRow => ({
  id,
  name,
  enabled,
  isLeaf: subCount === 0,
});

/** Of what a reader may see, the rows whose parent he does not see. */
const topsOf = (schools: readonly School[]) => {
  const ids = new Set(schools.map(({ id }) => id));
  return schools.filter(({ pid }) => !ids.has(pid));
};

const rowsOf = (query: { blurry?: string; pid?: number; size: number }) => ({
  queryKey: [schoolApi.list.path, 'tree', query],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { content } = await call(schoolApi.list, { query, signal });
    return (query.pid === undefined && !query.blurry ? topsOf(content) : content).map(rowOf);
  },
});

const roots: LazyRow[] = [
  { id: TOP_SCHOOL_PID, name: '高等学校', enabled: true, isLeaf: false },
  { id: OTHER_UNITS_PID, name: '直属及其他单位', enabled: true, isLeaf: false },
];

const below = (pid: number) => rowsOf({ pid, size: ALL });
const found = (text: string) => rowsOf({ blurry: text, size: MOST_FOUND });

const allSchools: LazySource = {
  tops: (text) =>
    text ? found(text) : { queryKey: [schoolApi.list.path, 'roots'], queryFn: async () => roots },
  below,
};

/** A limited scope is small: it comes whole, and its tops are the roots. */
const ownSchools: LazySource = { tops: (text) => (text ? found(text) : rowsOf({ size: ALL })), below };

type Options = { reveal?: number | undefined; without?: number | undefined };

/** The schools that the reader may see, below the two roots or below his own. */
export const useSchoolNodes = ({ reveal, without }: Options = {}) => {
  const { dataScopes } = useUser();
  const wayTo = useDeptPath(reveal)
    .slice(0, -1)
    .map(({ id }) => id);
  return useLazyNodes(dataScopes === null ? allSchools : ownSchools, { wayTo, without });
};
