import { expect, test } from 'vitest';
import { cutText, firstCharacter, storable } from './storable.ts';

test('characters outside the basic plane are never halved', () => {
  expect(firstCharacter('𬩾三')).toBe('𬩾');
  expect(firstCharacter('')).toBe('');
  expect(cutText('李𫘭明', 2)).toBe('李');
  expect(cutText('李𫘭明', 3)).toBe('李𫘭');
  expect(storable('李\0\ud86d𫘭')).toBe('李𫘭');
});
