import { expect, test } from 'vitest';
import { fittingColumns } from './table-view.ts';

const columns = [
  { key: 'name', width: 100 },
  { key: 'phone', width: 100, hidePriority: 1 },
  { key: 'title', width: 100, hidePriority: 2 },
];
const keys = (room: number, kept: string[] = []) => fittingColumns(columns, room, kept).map(({ key }) => key);

test('columns are hidden in their order, only as far as needed, and never those without a priority', () => {
  expect(keys(Infinity)).toEqual(['name', 'phone', 'title']);
  expect(keys(300)).toEqual(['name', 'phone', 'title']);
  expect(keys(299)).toEqual(['name', 'title']);
  expect(keys(150)).toEqual(['name']);
  expect(keys(0)).toEqual(['name']);
});

test('a chosen column stays, and the next one is hidden instead', () => {
  expect(keys(200, ['phone'])).toEqual(['name', 'phone']);
  expect(keys(0, ['phone', 'title'])).toEqual(['name', 'phone', 'title']);
});
