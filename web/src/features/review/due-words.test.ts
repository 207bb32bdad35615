import { expect, test } from 'vitest';
import { dueWords, minutesLeft } from './due-words.ts';

const DUE = '2026-11-30 18:00:00';
const at = (time: string) => new Date(`${time}+08:00`).getTime();

test.each([
  ['2026-11-28T17:59:59', '截止 11-30 18:00（剩 2 天）'],
  ['2026-11-29T18:00:01', '截止 11-30 18:00（不足 1 天）'],
  ['2026-11-30T18:00:00', '截止 11-30 18:00（不足 1 天）'],
  ['2026-11-30T18:00:00.999', '截止 11-30 18:00（不足 1 天）'],
  ['2026-11-30T18:00:01', '截止 11-30 18:00（已逾期）'],
])('at %s the deadline reads %s', (now, words) => {
  expect(dueWords(DUE, at(now))).toBe(words);
});

test.each([
  ['2026-11-30T17:49:58', null],
  ['2026-11-30T17:50:00', 10],
  ['2026-11-30T17:50:30', 10],
  ['2026-11-30T17:59:30', 1],
  ['2026-11-30T18:00:00.500', 1],
  ['2026-11-30T18:00:01', null],
])('at %s the minutes left are %s', (now, minutes) => {
  expect(minutesLeft(DUE, at(now))).toBe(minutes);
});
