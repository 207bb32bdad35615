import { expect, test } from 'vitest';
import { pageOf } from './pages.ts';

const migrations = import.meta.glob<string>('../../../server/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const seededComponents = Object.values(migrations).flatMap((text) =>
  [...text.matchAll(/'([\w-]+(?:\/[\w-]+)*\/index)'/g)].map(([, name]) => name!),
);

test('every page that a seeded menu names is there', () => {
  expect(seededComponents).toContain('user/index');
  expect(seededComponents.filter((name) => !pageOf(name))).toEqual([]);
});
