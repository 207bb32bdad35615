import { expect, test } from 'vitest';
import { dueWords } from './due-words.ts';

const DUE = '2026-11-30 18:00:00';
const at = (time: string) => new Date(`${time}+08:00`).getTime();

test.each([
  ['2026-11-28T17:59:59', '截止 11-30 18:00（剩 2 天）'],
  ['2026-11-29T18:00:01', '截止 11-30 18:00（不足 1 天）'],
  ['2026-11-30T18:00:00', '截止 11-30 18:00（不足 1 天）'],
  ['2026-11-30T18:00:01', '截止 11-30 18:00（已逾期）'],
])('at %s: %s', (now, words) => {
  expect(dueWords(DUE, at(now))).toBe(words);
});
