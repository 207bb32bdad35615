import { expect, test } from 'vitest';
import { isAnswered } from './answered.ts';

test.each([
  ['basic.position', ['basic.position'], true],
  ['basic.position', ['basic.positionSince', 'basic.phone'], false],
  ['teaching', ['teaching.courses.a1'], true],
  ['teaching.courses.a1.hours', ['teaching.courses.a1'], true],
  ['attachments.7', ['attachments.71'], false],
  ['attachments.7', ['attachments.9', 'attachments.7'], true],
  ['statement', [], false],
])('%s with %j', (reason, changed, answered) => {
  expect(isAnswered(reason, changed)).toBe(answered);
});
