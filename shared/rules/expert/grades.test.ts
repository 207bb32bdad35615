import { expect, test } from 'vitest';
import { seesGrades } from './grades.ts';

test.each([
  ['the office', false, [3], true],
  ['nobody in particular', false, [], true],
  ['an expert', false, [6], false],
  ['a school officer', false, [9], false],
  ['an expert who works for the office too', false, [3, 6], false],
  ['a super administrator, whatever else he is', true, [1, 6, 9], true],
])('%s', (_, isAdmin, roleIds, expected) => {
  expect(seesGrades({ isAdmin, roleIds })).toBe(expected);
});
