import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

const marks = { same: ' ', added: '+', removed: '-' };
const shown = (before: string, after: string) =>
  lineDiff(before, after)
    .map(({ kind, text }) => `${marks[kind]}${text}`)
    .join('|');

test.each([
  ['a\nb', 'a\nb', ' a| b'],
  ['a\nb\nc', 'a\nx\nc', ' a|-b|+x| c'],
  ['a', 'a\nb', ' a|+b'],
  ['a\nb', 'b', '-a| b'],
  ['', 'a', '-|+a'],
  ['一\n二\n三', '零\n一\n三', '+零| 一|-二| 三'],
])('%o becomes %o', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});
