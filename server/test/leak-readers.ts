import { createRole, openTestSession, signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';
import type { People } from './leak-people.ts';

export type Reader = {
  name: string;
  token?: string;
  roleId: number | null;
  holds: (permission: string) => boolean;
  /** Whether the scope is everything. */
  everywhere: boolean;
  /** Whether the scope reaches what is below his own school. */
  below: boolean;
};

/** Nearly every permission, over one school without what is below it. */
const NARROW = '单校评审办';

export const openReaders = async (
  { db }: TestServer,
  { tianjin, expertReader, school }: People,
): Promise<Reader[]> => {
  const held = await db
    .selectFrom('role_menu')
    .innerJoin('menu', 'menu.id', 'role_menu.menu_id')
    .select(['role_id', 'permission'])
    .execute();
  const narrowRole = await createRole(db, {
    permissions: [...new Set(held.flatMap(({ permission }) => permission || []))].filter(
      // Articles are for everybody, whatever the scope of their editor.
      (one) => one !== 'admin' && !one.startsWith('article:'),
    ),
    dataScope: '本级',
  });
  const { user_id } = await db
    .selectFrom('expert')
    .select('user_id')
    .where('id', '=', expertReader)
    .executeTakeFirstOrThrow();
  const roles = await db.selectFrom('role').select(['id', 'name', 'data_scope']).orderBy('id').execute();
  const readers: Reader[] = [];
  for (const role of roles) {
    const isNarrow = role.id === narrowRole;
    const token =
      role.id === 6
        ? await openTestSession(db, user_id)
        : role.id === 9
          ? school.token
          : (await signedIn(db, { roleIds: [role.id], deptId: isNarrow ? tianjin : 2 })).token;
    const own = new Set(
      (
        await db
          .selectFrom('role_menu')
          .innerJoin('menu', 'menu.id', 'role_menu.menu_id')
          .select('permission')
          .where('role_id', '=', role.id)
          .execute()
      ).map(({ permission }) => permission),
    );
    readers.push({
      name: isNarrow ? NARROW : role.name,
      token,
      roleId: role.id,
      holds: (permission) => role.id === 1 || own.has(permission),
      everywhere: role.data_scope === '全部',
      below: role.data_scope === '全部' || role.id === 9,
    });
  }
  const nothing = { roleId: null, holds: () => false, everywhere: false, below: false };
  readers.push({ ...nothing, name: '无角色', token: (await signedIn(db, { deptId: tianjin })).token });
  readers.push({ ...nothing, name: '未登录' });
  return readers;
};
