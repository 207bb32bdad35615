import type { Permission } from '@zhiping/shared/permissions.ts';
import type { RoleName } from './organisation.ts';

/** An action on a page beyond seeing it; called a button in menus. */
type Button = { title: string; permission: Permission; roles: RoleName[] };

/**
 * `component` is the key in web/src/app/pages.ts; where stock clients have the page too, it has their name. Without the two a page
 * at `x` is called `X` and shown by `x/index`. A path that begins with / is the whole address: it stays the same in whichever
 * directory the page stands.
 */
export type Page = {
  title: string;
  path: string;
  icon: string;
  name?: string;
  component?: string;
  /** Without one only super administrators see the page. */
  permission?: Permission;
  roles: RoleName[];
  /** Whether a tab keeps the page in the background; by default true. */
  cache?: boolean;
  buttons?: Button[];
};

/** Roles of a directory are those of its parts. */
export type Directory = { title: string; path: string; icon: string; children: (Directory | Page)[] };

export const button = (title: string, permission: Permission, ...roles: RoleName[]): Button => ({
  title,
  permission,
  roles,
});

type PlainName = {
  [P in Permission]: P extends `${infer N}:add`
    ? `${N}:edit` | `${N}:del` extends Permission
      ? N
      : never
    : never;
}[Permission];

/** The three of a plain list; a permission each. */
export const plainButtons = (noun: string, name: PlainName, ...roles: RoleName[]): Button[] => [
  button(`${noun}新增`, `${name}:add`, ...roles),
  button(`${noun}编辑`, `${name}:edit`, ...roles),
  button(`${noun}删除`, `${name}:del`, ...roles),
];

/** Default names of a page for clients, and its component. */
export const namesOf = ({ path }: Pick<Page, 'path'>) => {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return {
    name: last.charAt(0).toUpperCase() + last.slice(1),
    component: `${path.replace(/^\//, '')}/index`,
  };
};
