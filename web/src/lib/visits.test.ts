import { expect, test } from 'vitest';
import { afterVisit } from './visits.ts';

const after = (paths: readonly string[]) => paths.reduce(afterVisit, {});

test('frequent visits count more than a single one, and recent visits more than old ones', () => {
  const often = after(['/a', '/a', '/a', '/b']);
  expect(often['/a']).toBeGreaterThan(often['/b'] as number);
  const lately = after(['/a', '/b']);
  expect(lately['/b']).toBeGreaterThan(lately['/a'] as number);
});

test('a page without visits is forgotten', () => {
  expect(after(['/a', ...Array.from({ length: 70 }, () => '/b')])).not.toHaveProperty('/a');
});
