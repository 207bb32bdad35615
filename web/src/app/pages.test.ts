import { expect, test } from 'vitest';
import { pageOf } from './pages.ts';

const [menus] = Object.values(
  import.meta.glob<string>('../../../server/src/built-in/menus.ts', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const builtIn = [...menus!.matchAll(/component: '([^']+)'/g)].map(([, name]) => name!);

test('every page that a built-in menu names is there', () => {
  expect(builtIn).toContain('system/user/index');
  expect(builtIn.filter((name) => !pageOf(name))).toEqual([]);
});
