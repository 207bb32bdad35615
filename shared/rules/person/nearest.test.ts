import { expect, test } from 'vitest';
import { nearestOf } from './nearest.ts';

const nearest = nearestOf(['清华大学', '北京大学', '北京师范大学', '东北师范大学', '南京大学', '天津大学']);

test.each([
  ['北京师范大学院', ['北京师范大学', '东北师范大学', '北京大学']],
  ['清化大学', ['清华大学']],
  ['北大', ['北京大学']],
])('%s', (wanted, expected) => {
  const found = nearest(wanted);
  expect(found.length).toBeLessThanOrEqual(3);
  expect(found.slice(0, expected.length)).toEqual(expected);
});

test('nothing is near to something else, or to nothing', () => {
  expect(nearest('xyz')).toEqual([]);
  expect(nearest(' - ')).toEqual([]);
});

test('as many as asked for', () => expect(nearest('北京大学', 2)).toHaveLength(2));
