import { expect, test } from 'vitest';
import { changedFields, valueInWords, mergeEdits } from './merge-edits.ts';

const base = { name: '教务', sort: 1, note: null };

test('takes untouched fields from the other save, and keeps typed ones', () => {
  const mine = { name: '教务处', sort: 1, note: undefined };
  const latest = { name: '教务', sort: 5, note: '新' };
  expect(mergeEdits(base, mine, latest)).toEqual({ name: '教务处', sort: 5, note: '新' });
});

test('keeps the typed value of a field that both changed', () => {
  expect(mergeEdits(base, { ...base, sort: 2 }, { ...base, sort: 3 })).toEqual({ ...base, sort: 2 });
});

test('names the fields that the other save changed', () => {
  expect(changedFields({ ...base, note: undefined }, { ...base, sort: 2 })).toEqual(['sort']);
});

test('describes values in words', () => {
  expect(
    [null, true, 3, [{ id: 1, name: '编辑' }], [], [{ id: 1 }, { id: 2 }], { id: 1 }].map(valueInWords),
  ).toEqual(['（空）', '是', '3', '编辑', '（空）', '共 2 项', '已修改']);
});
