import { expect, test } from 'vitest';
import { bothTexts, piecesOf } from './text-versions.ts';

test.each([
  ['', '', ''],
  ['达到要求。', '达到要求。', '达到要求。'],
  ['达到要求。', '', '达到要求。'],
  ['', '另写的', '另写的'],
  ['同意。电脑上写的。', '同意。手机上写的。', '同意。电脑上写的。手机上写的。'],
  ['一，二，三。', '一，三，四。', '一，二，三。三，四。'],
  ['𫘭马，', '马，', '𫘭马，马，'],
])('both texts keep every clause: %s with %s', (mine, theirs, both) => {
  expect(bothTexts(mine, theirs)).toBe(both);
});

test('each version is the pieces that it shares or has alone', () => {
  const [mine, theirs] = ['甲，乙，丙。丁\n戊', '乙，己。丁\n庚，戊'];
  const pieces = piecesOf(mine, theirs);
  const textOf = (without: string) =>
    pieces.flatMap(({ of, text }) => (of === without ? [] : [text])).join('');
  expect([textOf('theirs'), textOf('mine')]).toEqual([mine, theirs]);
});
