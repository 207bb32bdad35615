import { expect, test } from 'vitest';
import { pageOf } from './pages.ts';

const migrations = import.meta.glob<string>('../../../server/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const named = Object.values(migrations).flatMap((text) =>
  [...text.matchAll(/'([\w-]+(?:\/[\w-]+)*\/(?:index|errorLog))'/g)].map(([, name]) => name!),
);
const renamed = new Set(
  Object.entries(migrations)
    .filter(([file]) => file.endsWith('_page_names.sql'))
    .flatMap(([, text]) => [...text.matchAll(/\('([\w/-]+)', '[\w/-]+'\)/g)].map(([, former]) => former!)),
);
const seededComponents = named.filter((name) => !renamed.has(name));

test('every page that a seeded menu names is there', () => {
  expect(seededComponents).toContain('system/user/index');
  expect(seededComponents.filter((name) => !pageOf(name))).toEqual([]);
});
