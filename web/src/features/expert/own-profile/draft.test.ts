import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { expect, test } from 'vitest';
import { startOf, type KeptWork } from './draft.ts';
import {
  differingFields,
  missingSubjects,
  groupOfField,
  isCorrected,
  problemsOf,
  profileOf,
  writeOf,
} from '../profile.ts';

const own: OwnExpert = {
  id: 1,
  name: '李明',
  gender: '男',
  birthDate: '1970-01-01',
  titleSeries: '高等学校教师',
  titleLevel: 'fullSenior',
  titleName: '教授',
  schoolId: 7,
  schoolName: '北京大学',
  department: null,
  phone: '13800138000',
  email: 'liming@example.edu.cn',
  subjects: [{ path: ['graduate', '08', '0812'], fullName: '研究生 - 工学 - 计算机', keywords: ['数据库'] }],
  idCard: null,
  affiliations: [{ orgName: '北京大学', post: null, fromYear: 2001, toYear: null }],
  unavailability: [],
  changes: [],
  confirmedAt: null,
  termEndsAt: null,
  version: 3,
};
const record = profileOf(own);
const savedAt = '2026-11-20 10:00:00';
const work = (department: string | null) => ({
  profile: { ...record, department },
  checked: ['basic' as const],
});
const onServer = (department: string | null, baseVersion = 3) => ({
  baseVersion,
  form: work(department),
  savedAt,
});
const local = (department: string | null, continues: string | null): KeptWork => ({
  baseVersion: 3,
  form: work(department),
  continues,
});

test('without a draft the work starts from the record', () =>
  expect(startOf(own, null, null)).toEqual({ kind: 'work', work: { profile: record, checked: [] } }));

test('a draft is continued, and the one of this browser takes precedence', () => {
  expect(startOf(own, onServer('数学学院'), null)).toEqual({ kind: 'work', work: work('数学学院') });
  expect(startOf(own, null, local('物理学院', null))).toEqual({ kind: 'work', work: work('物理学院') });
  expect(startOf(own, onServer('数学学院'), local('物理学院', savedAt))).toEqual({
    kind: 'work',
    work: work('物理学院'),
  });
});

test('drafts of two machines are shown side by side', () => {
  for (const continues of [null, '2026-11-20 09:00:00']) {
    expect(startOf(own, onServer('数学学院'), local('物理学院', continues))).toMatchObject({
      kind: 'conflict',
      mine: work('物理学院'),
      theirs: work('数学学院').profile,
      theirName: '服务器草稿',
    });
    expect(startOf(own, onServer('数学学院'), local('数学学院', continues)).kind).toBe('work');
  }
});

test('a draft from an older record is shown beside the new one, unless nothing differs', () => {
  expect(startOf(own, onServer('数学学院', 2), null)).toMatchObject({
    kind: 'conflict',
    theirName: '现有档案',
  });
  expect(startOf(own, onServer(null, 2), null).kind).toBe('work');
});

test('a draft that does not fit is ignored', () =>
  expect(startOf(own, { baseVersion: 3, form: { profile: { name: 1 } } }, null).kind).toBe('work'));

test('a missing and an empty text do not differ', () => {
  expect(differingFields(record, { ...record, department: '' })).toEqual([]);
  expect(differingFields(record, { ...record, phone: '13900139000', subjects: [] })).toEqual([
    'phone',
    'subjects',
  ]);
});

test('problems use the wording of the form', () => {
  expect(problemsOf(record, 'basic')).toEqual([]);
  expect(problemsOf({ ...record, schoolId: null }, 'unit')).toEqual([
    { field: 'schoolId', message: '请选择学校' },
  ]);
  expect(problemsOf({ ...record, phone: '123' }, 'contact')).toEqual([
    { field: 'phone', message: '请输入正确的手机号码' },
  ]);
  expect(problemsOf({ ...record, subjects: [] }, 'subjects')[0]?.message).toBe('请至少选择一个学科');
});

test('a missing subject is reported by its last known name, or by the name it was chosen under', () => {
  const isCurrent = (path: string[]) => path[2] !== '0812';
  const told = (name: string | null) => missingSubjects(record, { isCurrent, nameOf: () => name });
  expect(told('研究生 - 工学 - 计算机科学')).toEqual([
    '学科「研究生 - 工学 - 计算机科学」已不在现行目录中，请移除后重新选择',
  ]);
  expect(told(null)[0]).toContain('学科「研究生 - 工学 - 计算机」');
  expect(missingSubjects(record, { isCurrent: () => true, nameOf: () => null })).toEqual([]);
});

test('errors of the server are mapped to their group', () => {
  expect(groupOfField('subjects.1')).toBe('subjects');
  expect(groupOfField('schoolId')).toBe('unit');
  expect(groupOfField('rating')).toBeUndefined();
});

test('years as text and empty values compare equal to the stored ones', () => {
  const typed = { ...record, affiliations: [{ orgName: '北京大学', fromYear: '2001', toYear: '' }] };
  expect(differingFields(record, typed)).toEqual([]);
  expect(isCorrected(record, { ...record, unavailability: [{ fromDay: '2026-11-21' }] })).toBe(false);
  expect(writeOf(typed, 3).affiliations).toEqual([
    { orgName: '北京大学', post: null, fromYear: 2001, toYear: null },
  ]);
});

test('an incomplete row is reported by its number', () =>
  expect(problemsOf({ ...record, affiliations: [...record.affiliations, { orgName: '' }] }, 'unit')).toEqual([
    { field: 'affiliations', message: '任职经历第 2 条：请输入单位名称' },
  ]));

test('a draft of an older page version keeps the periods of the record', () => {
  const { affiliations: _a, unavailability: _u, ...older } = { ...record, department: '数学学院' };
  const draft = { baseVersion: 3, form: { profile: older, checked: [] }, savedAt };
  expect(startOf(own, draft, null)).toEqual({
    kind: 'work',
    work: { profile: { ...record, department: '数学学院' }, checked: [] },
  });
});

test('waiting changes are continued, returned ones are not', () => {
  const change = { id: 1, reason: null, requestedAt: savedAt, decidedAt: null, fields: [], can: {} };
  const changes = [
    { ...change, part: 'unit' as const, status: 'waiting' as const, form: { department: '数学学院' } },
    { ...change, part: 'contact' as const, status: 'returned' as const, form: { email: 'b@example.cn' } },
  ];
  expect(profileOf({ ...own, changes })).toEqual({ ...record, department: '数学学院' });
});
