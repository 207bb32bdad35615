import { expect, test } from 'vitest';
import { pageOf } from './pages.ts';

type Menu = { path: string; component?: string; children?: Menu[] };

type BuiltIn = { menus: Menu[]; namesOf: (menu: Menu) => { component: string } };

const { menus, namesOf } = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Partial<BuiltIn>>('../../../server/src/built-in/menu{s,-parts}.ts', { eager: true }),
  ),
) as BuiltIn;

const componentsOf = (menu: Menu): string[] =>
  menu.children ? menu.children.flatMap(componentsOf) : [menu.component ?? namesOf(menu).component];

test('every page that a built-in menu names exists', () => {
  const builtIn = menus.flatMap(componentsOf);
  expect(builtIn).toContain('system/user/index');
  expect(builtIn).toContain('review/index');
  expect(builtIn.filter((name) => !pageOf(name))).toEqual([]);
});
