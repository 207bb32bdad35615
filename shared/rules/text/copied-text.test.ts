import { expect, test } from 'vitest';
import { copiedText } from './copied-text.ts';

test.each([
  ['⼈⼯智能', '人工智能'],
  ['⻓江⻰', '长江龙'],
  ['ﬁeld', 'field'],
  ['\u{2F800}', '丽'],
  ['10²，①（全角）', '10²，①（全角）'],
  ['空\0格', '空格'],
])('%s is copied as %s', (shown, copied) => {
  expect(copiedText(shown)).toBe(copied);
});
