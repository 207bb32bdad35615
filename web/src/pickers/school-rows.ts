import { NO_PROVINCE, OTHER_UNITS_PID, TOP_SCHOOL_PID } from '@zhiping/shared/constants.ts';
import type { School } from '@zhiping/shared/contracts/school.ts';
import type { LazyRow, NodeKey } from './use-lazy-nodes.ts';

const PROVINCE = 'province:';

export const provinceKey = (province: string | null) => `${PROVINCE}${province ?? NO_PROVINCE}`;

/** The province of a node's key; undefined if the node is not a province. */
export const provinceOf = (key: NodeKey | undefined) =>
  typeof key === 'string' && key.startsWith(PROVINCE) ? key.slice(PROVINCE.length) : undefined;

export const provinceRow = (province: string | null): LazyRow => ({
  id: provinceKey(province),
  name: province ?? NO_PROVINCE,
  enabled: true,
  isLeaf: false,
});

const topRow = (id: number, name: string): LazyRow => ({ id, name, enabled: true, isLeaf: false });

export const rootRows: LazyRow[] = [
  topRow(TOP_SCHOOL_PID, '高等学校'),
  topRow(OTHER_UNITS_PID, '直属及其他单位'),
];

export const schoolRow = ({ id, name, enabled, subCount }: School): LazyRow => ({
  id,
  name,
  enabled,
  isLeaf: subCount === 0,
});

/** Group of a school in search results: its province, its parent school or its root. */
const groupOf = ({ pid, parentName, province }: School): LazyRow =>
  pid === TOP_SCHOOL_PID ? provinceRow(province) : topRow(pid, parentName);

/** Search results grouped by place; units are below their school if that is a hit too. */
export const groupedRows = (found: readonly School[]): LazyRow[] => {
  const unitsOf = Map.groupBy(found, ({ pid }) => pid);
  const ids = new Set(found.map(({ id }) => id));
  const withUnits = (school: School): LazyRow => {
    const units = unitsOf.get(school.id);
    return { ...schoolRow(school), ...(units && { childRows: units.map(withUnits) }) };
  };
  const tops = found.filter(({ pid }) => !ids.has(pid));
  return [...Map.groupBy(tops, (school) => groupOf(school).id).values()].map((schools) => ({
    ...groupOf(schools[0]!),
    childRows: schools.map(withUnits),
  }));
};
