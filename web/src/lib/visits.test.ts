import { expect, test } from 'vitest';
import { afterVisit } from './visits.ts';

const after = (paths: readonly string[]) => paths.reduce(afterVisit, {});

test('often beats once, and lately beats long ago', () => {
  const often = after(['/a', '/a', '/a', '/b']);
  expect(often['/a']).toBeGreaterThan(often['/b'] as number);
  const lately = after(['/a', '/b']);
  expect(lately['/b']).toBeGreaterThan(lately['/a'] as number);
});

test('a page that nobody comes to is forgotten', () => {
  expect(after(['/a', ...Array.from({ length: 70 }, () => '/b')])).not.toHaveProperty('/a');
});
