import { expect, test } from 'vitest';
import { partOf } from './read-part.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=5-100', { start: 5, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-40', { start: 0, end: 9 }],
  ['bytes=10-', null],
  ['bytes=-0', null],
  ['bytes=7-6', null],
  ['bytes=0-1,3-4', null],
  ['bytes=-', null],
  ['rows=1-2', null],
  [undefined, null],
])('%s of ten bytes', (range, part) => {
  expect(partOf({ range, ifRange: undefined }, '"a"', 10)).toEqual(part);
});

test('a part of another content is not answered', () => {
  expect(partOf({ range: 'bytes=0-1', ifRange: '"a"' }, '"a"', 10)).toEqual({ start: 0, end: 1 });
  expect(partOf({ range: 'bytes=0-1', ifRange: '"b"' }, '"a"', 10)).toBeNull();
});
