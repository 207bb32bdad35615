import { useQuery } from '@tanstack/react-query';
import { TOP_SCHOOL_PID } from '@zhiping/shared/constants.ts';
import { schoolApi, type School } from '@zhiping/shared/contracts/school.ts';
import { call } from '../lib/api.ts';
import { reading } from '../lib/query-client.ts';
import { useUser } from '../lib/session-store.ts';
import { groupedRows, provinceKey, provinceOf, provinceRow, rootRows, schoolRow } from './school-rows.ts';
import { useDeptPath } from './use-dept-nodes.ts';
import { useLazyNodes, type LazyRow, type LazySource, type NodeKey } from './use-lazy-nodes.ts';

const ALL = 10_000;
/** Maximum number of hits; a search with more is too broad. */
const MAX_FOUND = 200;

/** The schools whose parents the user may not read: the roots of their scope. */
const rootsOf = (schools: readonly School[]) => {
  const ids = new Set(schools.map(({ id }) => id));
  return schools.filter(({ pid }) => !ids.has(pid));
};

type Asked = { blurry?: string; pid?: number; province?: string; size: number };
type Arrange = (schools: readonly School[]) => LazyRow[];

const flat: Arrange = (schools) => schools.map(schoolRow);

const rowsOf = (query: Asked, arrange = flat) => ({
  queryKey: [schoolApi.list.path, 'tree', query],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    arrange((await call(schoolApi.list, { query, signal })).content),
});

const provinces = {
  queryKey: [schoolApi.list.path, 'provinces'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const counted = await call(schoolApi.provinces, { query: { pid: TOP_SCHOOL_PID }, signal });
    return counted.map(({ province, schools }) => ({ ...provinceRow(province), note: String(schools) }));
  },
};

const childrenOf = (key: NodeKey) => {
  if (key === TOP_SCHOOL_PID) return provinces;
  const province = provinceOf(key);
  return province === undefined
    ? rowsOf({ pid: Number(key), size: ALL })
    : rowsOf({ pid: TOP_SCHOOL_PID, province, size: ALL });
};

const allSchools = (arrange: Arrange): LazySource => ({
  roots: (text) =>
    text
      ? rowsOf({ blurry: text, size: MAX_FOUND }, arrange)
      : { queryKey: [schoolApi.list.path, 'roots'], queryFn: async () => rootRows },
  childrenOf,
  initiallyExpanded: [TOP_SCHOOL_PID],
});

const groupedSchools = allSchools(groupedRows);
/** Flat hits, so that Enter chooses the first one. */
const flatSchools = allSchools(flat);

/** A limited scope is small: it is loaded at once, and its topmost schools are the roots. */
const ownSchools: LazySource = {
  roots: (text) =>
    text
      ? rowsOf({ blurry: text, size: MAX_FOUND })
      : rowsOf({ size: ALL }, (schools) => flat(rootsOf(schools))),
  childrenOf,
};

/** The nodes to expand above a school. A province has no id, so the department path does not contain it. */
const useAncestors = (id: number | undefined) => {
  const path = useDeptPath(id).map((dept) => dept.id);
  const school = path[path.indexOf(TOP_SCHOOL_PID) + 1];
  const isInProvince = school !== undefined && path.includes(TOP_SCHOOL_PID);
  const { data } = useQuery({
    ...reading(schoolApi.list, { query: { id: school, size: 1 } }),
    enabled: isInProvince,
  });
  const province = isInProvince && data?.content[0] ? [provinceKey(data.content[0].province)] : [];
  return [...path.slice(0, -1), ...province];
};

/** The schools that the user may read: by province below the two roots, or only those of a limited scope. */
const useSchoolSource = (ofOffice: LazySource) => (useUser().dataScopes === null ? ofOffice : ownSchools);

/** `reveal` is the selected node; the tree is expanded down to it. */
export const useSchoolPane = (reveal: NodeKey | undefined) => {
  const ancestors = useAncestors(typeof reveal === 'number' ? reveal : undefined);
  return useLazyNodes(useSchoolSource(groupedSchools), { ancestors });
};

export const useSchoolChoice = (excluded: number | undefined) =>
  useLazyNodes(useSchoolSource(flatSchools), { excluded });
