import { expect, test } from 'vitest';
import { likePattern, wordPattern } from './db.ts';

test.each([
  ['古丽.买买提', '%古丽_买买提%'],
  ['马⻰腾', '%马龙腾%'],
  ['139-1234-5601', '%13912345601%'],
  // Only a whole phone loses its hyphens.
  ['2026-11-20', '%2026-11-20%'],
  ['１３９１', '%1391%'],
  ['第１中学', '%第１中学%'],
  ['J. Smith', '%j. smith%'],
  ['100%', '%100\\%%'],
])('%s is searched as %s', (typed, pattern) => {
  expect(likePattern(typed)).toBe(pattern);
});

test('a short search text without hidden characters begins a word', () => {
  expect(wordPattern('⽂\u200B⽅')).toBe('% 文方%');
  expect(wordPattern('文方明')).toBe('%文方明%');
});
