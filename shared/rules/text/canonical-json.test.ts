import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test.each([
  [{ b: 1, a: [{ d: null, c: '汉"' }] }, '{"a":[{"c":"汉\\"","d":null}],"b":1}'],
  [{ b: undefined, a: [undefined] }, '{"a":[null]}'],
  [[], '[]'],
  [1.5, '1.5'],
  ['', '""'],
  [null, 'null'],
])('%o is written as %s', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('the order in which names came does not matter', () => {
  expect(canonicalJson({ x: 1, y: { p: 1, q: 2 } })).toBe(canonicalJson({ y: { q: 2, p: 1 }, x: 1 }));
});
