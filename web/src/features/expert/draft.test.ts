import type { OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { expect, test } from 'vitest';
import { startOf, type KeptWork } from './draft.ts';
import { differingFields, groupOfField, problemsOf, profileOf } from './profile.ts';

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
  confirmedAt: null,
  termEndsAt: null,
  version: 3,
};
const record = profileOf(own);
const draft = (department: string | null, baseVersion = 3): KeptWork => ({
  baseVersion,
  form: { profile: { ...record, department }, checked: ['basic'] },
});

test('without a draft the record is the beginning', () =>
  expect(startOf(own, null, null)).toEqual({ kind: 'work', work: { profile: record, checked: [] } }));

test('a draft goes on where it ended, the one of this machine first', () => {
  expect(startOf(own, draft('数学学院'), null)).toEqual({ kind: 'work', work: draft('数学学院').form });
  expect(startOf(own, null, draft('物理学院'))).toEqual({ kind: 'work', work: draft('物理学院').form });
});

test('two different drafts are shown side by side', () => {
  expect(startOf(own, draft('数学学院'), draft('物理学院'))).toMatchObject({
    kind: 'conflict',
    mine: draft('物理学院').form,
    theirs: draft('数学学院').form.profile,
    theirName: '服务器草稿',
  });
  expect(startOf(own, draft('数学学院'), draft('数学学院')).kind).toBe('work');
});

test('a draft from an older record is shown beside the new one, unless nothing differs', () => {
  expect(startOf(own, draft('数学学院', 2), null)).toMatchObject({ kind: 'conflict', theirName: '现有档案' });
  expect(startOf(own, draft(null, 2), null).kind).toBe('work');
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

test('problems are told in the words of the form', () => {
  expect(problemsOf(record, 'basic')).toEqual([]);
  expect(problemsOf({ ...record, schoolId: null }, 'unit')).toEqual([
    { field: 'schoolId', message: '请选择学校' },
  ]);
  expect(problemsOf({ ...record, phone: '123' }, 'contact')).toEqual([
    { field: 'phone', message: '请输入正确的手机号码' },
  ]);
  expect(problemsOf({ ...record, subjects: [] }, 'subjects')[0]?.message).toBe('请至少选择一个学科');
});

test('errors of the server find their group', () => {
  expect(groupOfField('subjects.1')).toBe('subjects');
  expect(groupOfField('schoolId')).toBe('unit');
  expect(groupOfField('rating')).toBeUndefined();
});
