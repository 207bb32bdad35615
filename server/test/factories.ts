import { randomUUID } from 'node:crypto';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { personSearchText } from '../src/modules/person/search-words.ts';
import type { Db } from '../src/platform/database/db.ts';
import { hashPassword } from '../src/platform/auth/passwords.ts';
import type { DataScope } from '../src/platform/database/column-types.ts';
import { openSession } from '../src/platform/auth/session.ts';
import { countUp } from './counters.ts';

export const PASSWORD = 'Correct-Horse-2026';
let hash: Promise<string> | undefined;

const next = () => countUp('users');

type UserOptions = {
  /** When the session begins; for clocks that are far from today. */
  at?: Date;
  username?: string;
  roleIds?: number[];
  deptId?: number | null;
  phone?: string | null;
  enabled?: boolean;
  mustChangePassword?: boolean;
};

/** A user who can sign in with PASSWORD. */
export const createUser = async (db: Db, options: UserOptions = {}) => {
  const number = next();
  const username = options.username ?? `person${number}`;
  const { id } = await db
    .insertInto('sys_user')
    .values({
      username,
      nick_name: `用户${number}`,
      phone: options.phone === undefined ? `139${String(number).padStart(8, '0')}` : options.phone,
      email: `${username}@example.edu.cn`,
      password_hash: await (hash ??= hashPassword(PASSWORD)),
      must_change_password: options.mustChangePassword ?? false,
      enabled: options.enabled ?? true,
      dept_id: options.deptId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const roleIds = options.roleIds ?? [];
  if (roleIds.length > 0)
    await db
      .insertInto('user_role')
      .values(roleIds.map((roleId) => ({ user_id: id, role_id: roleId })))
      .execute();
  return { id, username };
};

/** A token for a user, without the way through the login page. */
export const openTestSession = (db: Db, userId: number, at = new Date()) =>
  db
    .transaction()
    .execute((tx) => openSession(tx, { userId, ip: '127.0.0.1', browser: null, rememberMe: false, at }));

/** A signed-in user with the needed role and scope. */
export const signedIn = async (db: Db, options: UserOptions = {}) => {
  const user = await createUser(db, options);
  return { ...user, token: await openTestSession(db, user.id, options.at) };
};

export const createRole = async (
  db: Db,
  options: { permissions?: string[]; dataScope?: DataScope; deptIds?: number[] } = {},
) => {
  const { id } = await db
    .insertInto('role')
    .values({ name: `角色${next()}`, level: 5, data_scope: options.dataScope ?? '全部' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const permission of options.permissions ?? []) {
    const menu = await db
      .insertInto('menu')
      .values({ type: 2, title: `按钮${randomUUID()}`, permission })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('role_menu').values({ role_id: id, menu_id: menu.id }).execute();
  }
  for (const deptId of options.deptIds ?? [])
    await db.insertInto('role_dept').values({ role_id: id, dept_id: deptId }).execute();
  return id;
};

export const findSchoolId = async (db: Db, name: string) => {
  const { id } = await db.selectFrom('dept').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
};

/** A college of a school, to which one of these rows is moved. */
export const addCollege = async (db: Db, pid: number, table: 'project' | 'expert', id: number) => {
  const college = await db
    .insertInto('dept')
    .values({ pid, name: '建筑学院', search_text: '建筑学院' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable(table).set({ school_id: college.id }).where('id', '=', id).execute();
  return college.id;
};

/** A unit outside of the register that checks what this school reports. */
export const addBody = async (db: Db, schoolId: number) => {
  const { id } = await db
    .insertInto('dept')
    .values({ pid: 1, name: '高教处', search_text: '高教处' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('school').set({ body_id: id }).where('dept_id', '=', schoolId).execute();
  return id;
};

type ExpertOptions = {
  name?: string;
  school?: string;
  phone?: string;
  rating?: number;
  path?: string[];
};

/** An expert account with a complete, unconfirmed profile, taken into the pool. */
export const createExpert = async (db: Db, options: ExpertOptions = {}) => {
  const user = await signedIn(db, { roleIds: [EXPERT_ROLE_ID], deptId: EXPERT_DEPT_ID });
  const { name = '张三丰', school = '清华大学', phone = '13800000000', rating = 3 } = options;
  const { id } = await db
    .insertInto('expert')
    .values({
      user_id: user.id,
      name,
      gender: '男',
      birth_date: '1970-01-02',
      title_series: '1',
      title_level: 'fullSenior',
      title_name: '教授',
      school_id: await findSchoolId(db, school),
      phone,
      email: 'zhang@example.edu.cn',
      rating,
      accepted_at: new Date(),
      search_text: personSearchText(name, phone),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('expert_subject')
    .values({
      expert_id: id,
      rank: 1,
      path: options.path ?? ['graduate', '08', '0812'],
      keywords: ['体系结构'],
    })
    .execute();
  return { ...user, expertId: id };
};

/** A valid identity number that no other call gave. */
export const nextIdCard = () => {
  const idCards = countUp('idCards');
  const thousands = Math.floor(idCards / 1000);
  // Files of one test process share the counter, and some of them import thousands of people.
  const year = 1970 + Math.floor(thousands / 3);
  const region = ['330106', '110108', '440106'][thousands % 3];
  const first17 = `${region}${year}0101${String(idCards % 1000).padStart(3, '0')}`;
  return first17 + checkCharacter(first17);
};

/** The body of a new teacher with every field filled in. */
export const newTeacher = (schoolId: number, change: object = {}) => ({
  name: '慕容教书',
  idCard: nextIdCard(),
  type: 'teaching' as const,
  schoolId,
  titleSeries: '1',
  titleLevel: 'middle',
  titleName: '讲师',
  subject: { path: ['graduate', '08', '0812'] },
  phone: '13912345678',
  email: 'teacher@example.org',
  entryDate: '2020-09-01',
  enabled: true,
  note: '教研室主任',
  ...change,
});
