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
  /** Whether the scope includes units below the reader's own school. */
  below: boolean;
};

/** Runs the review, and applies in it. */
export const APPLYING = '申报的评审办';
/** Checks for the supervising body of a foreign school what it reports. */
export const BODY = '主管部门';
/** Nearly every permission, over one school without what is below it. */
const NARROW = '单校评审办';

export const openReaders = async (
  { db }: TestServer,
  { tianjin, expertReader, openReader, school }: People,
  { applicantUser, officerUser, bodyId }: { applicantUser: number; officerUser: number; bodyId: number },
): Promise<Reader[]> => {
  const held = await db
    .selectFrom('role_menu')
    .innerJoin('menu', 'menu.id', 'role_menu.menu_id')
    .select(['role_id', 'permission'])
    .execute();
  const narrowRole = await createRole(db, {
    permissions: [...new Set(held.flatMap(({ permission }) => permission || []))].filter(
      // Articles are for all readers, whatever the scope of their editor.
      (one) => one !== 'admin' && !one.startsWith('article:'),
    ),
    dataScope: '本级',
  });
  const sessionOfExpert = async (id: number) => {
    const { user_id } = await db
      .selectFrom('expert')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return openTestSession(db, user_id);
  };
  /** Readers that exist in the world, beyond their role. */
  const known: Record<string, () => Promise<string>> = {
    评审专家: () => sessionOfExpert(expertReader),
    申报人: () => openTestSession(db, applicantUser),
    学校职称管理员: () => Promise.resolve(school.token),
  };
  const roles = await db.selectFrom('role').select(['id', 'name', 'data_scope']).orderBy('id').execute();
  const readers: Reader[] = [];
  for (const role of roles) {
    const isNarrow = role.id === narrowRole;
    const token =
      (await known[role.name]?.()) ??
      (await signedIn(db, { roleIds: [role.id], deptId: isNarrow ? tianjin : 2 })).token;
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
  const expert = readers.find(({ roleId }) => roleId === 6)!;
  readers.push({ ...expert, name: '公开评审专家', token: await sessionOfExpert(openReader) });
  const officer = readers.find(({ roleId }) => roleId === 3)!;
  readers.push({ ...officer, name: APPLYING, token: await openTestSession(db, officerUser) });
  const teacher = readers.find(({ roleId }) => roleId === 9)!;
  const { token: body } = await signedIn(db, { roleIds: [9], deptId: bodyId });
  readers.push({ ...teacher, name: BODY, token: body, below: false });
  const nothing = { roleId: null, holds: () => false, everywhere: false, below: false };
  readers.push({ ...nothing, name: '无角色', token: (await signedIn(db, { deptId: tianjin })).token });
  readers.push({ ...nothing, name: '未登录' });
  return readers;
};
