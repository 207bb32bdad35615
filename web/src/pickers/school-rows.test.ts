import type { School } from '@zhiping/shared/contracts/school.ts';
import { expect, test } from 'vitest';
import { groupedRows, provinceKey, provinceOf } from './school-rows.ts';
import type { LazyRow } from './use-lazy-nodes.ts';

const school = (id: number, pid: number, name: string, more: Partial<School> = {}): School => ({
  id,
  pid,
  parentName: `上级${pid}`,
  chain: null,
  name,
  code: null,
  body: null,
  province: null,
  city: null,
  department: null,
  level: null,
  note: null,
  enabled: true,
  deptSort: 1,
  subCount: 0,
  mergedInto: null,
  version: 1,
  can: {},
  ...more,
});

type Outline = string | { [name: string]: Outline[] };
const outline = ({ name, childRows }: LazyRow): Outline =>
  childRows ? { [name]: childRows.map(outline) } : name;

test('the key of a province converts back to its name', () => {
  expect(provinceOf(provinceKey('北京市'))).toBe('北京市');
  expect(provinceOf(30)).toBeUndefined();
});

test('hits are grouped below their province, their root or their school', () => {
  const rows = groupedRows([
    school(1, 30, '北京大学', { province: '北京市' }),
    school(2, 30, '清华大学', { province: '北京市' }),
    school(3, 30, '新办大学'),
    school(4, 12_350_089, '研究院', { parentName: '直属及其他单位' }),
    school(5, 1, '北京大学医学部'),
    school(6, 9, '医学部', { parentName: '复旦大学' }),
  ]);
  expect(rows.map(outline)).toEqual([
    { 北京市: [{ 北京大学: ['北京大学医学部'] }, '清华大学'] },
    { 未填省份: ['新办大学'] },
    { 直属及其他单位: ['研究院'] },
    { 复旦大学: ['医学部'] },
  ]);
});
