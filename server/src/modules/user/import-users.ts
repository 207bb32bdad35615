import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import { UserWrite } from '@zhiping/shared/contracts/user.ts';
import type { Deps } from '../../deps.ts';
import { type Db, explainBroken } from '../../platform/database/db.ts';
import { createSheetImport } from '../../platform/sheets/import-sheet.ts';
import { mayRead } from '../../platform/hidden-values.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findGrantableRoles } from '../role/role.policy.ts';
import { constraints, hiddenIn, initialPasswordHash, insertUsers, type UserInput } from './save-user.ts';
import { inBatches, type RowImport } from '../../platform/sheets/check-rows.ts';
import type { Meaning } from '../../platform/sheets/validate-rows.ts';

/** Headers of the sheet by the field that each fills. */
export const columns = {
  username: '用户名',
  nickName: '昵称',
  gender: '性别',
  phone: '手机号码',
  email: '邮箱',
  dept: '部门',
  roles: '角色',
  jobs: '岗位',
  enabled: '启用',
} as const;

type Names = {
  depts: Map<string, number[]>;
  roles: Map<string, number>;
  jobs: Map<string, number>;
};

/** Resolves the names in a sheet, as far as the actor may use them. */
const readNames = async (db: Db, actor: Principal): Promise<Names> => {
  const [depts, roles, jobs] = await Promise.all([
    db.selectFrom('dept').select(['id', 'name']).where('enabled', '=', true).execute(),
    findGrantableRoles(db, actor),
    db.selectFrom('job').select(['id', 'name']).where('enabled', '=', true).execute(),
  ]);
  const visible = depts.filter(({ id }) => actor.deptScope === null || actor.deptScope.includes(id));
  const byName = Map.groupBy(visible, ({ name }) => name);
  return {
    depts: new Map([...byName].map(([name, rows]) => [name, rows.map(({ id }) => id)])),
    roles: new Map(roles.map(({ id, name }) => [name, id])),
    jobs: new Map(jobs.map(({ id, name }) => [name, id])),
  };
};

/** Values that existing accounts have already. */
const findTaken = async (db: Db, actor: Principal) => {
  const users = await db.selectFrom('sys_user').select(['username', 'phone', 'email']).execute();
  return {
    username: new Set(users.map(({ username }) => username.toLowerCase())),
    // Others may have the same number; whose it is shows the first sign-in.
    phone: new Set(mayRead(actor, 'user:list') ? users.flatMap(({ phone }) => phone ?? []) : []),
    email: new Set(users.flatMap(({ email }) => email?.toLowerCase() ?? [])),
  };
};

/** Stands for a name that was found wrong; such a row is never stored. */
const REPORTED = { id: 1 };

/** One more than an account may have of each, which its schema then says. */
const MAX_NAMES = 51;

const listOf = (cell: string) =>
  cell
    .split(/[,，、;；]/)
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, MAX_NAMES);

const NO_DEPT = { code: 'UNKNOWN_DEPT', message: '部门不存在，或不在您的数据范围内', instead: REPORTED };
const MANY_DEPTS = { code: 'AMBIGUOUS', message: '有多个同名部门，请在系统中逐个新增', instead: REPORTED };

const deptOf = (written: string, known: Names['depts']): Meaning => {
  const [id, ...others] = known.get(written.trim()) ?? [];
  if (id === undefined) return NO_DEPT;
  return others.length > 0 ? MANY_DEPTS : { value: { id } };
};

const listed = (
  written: string,
  known: Map<string, number>,
  { noun, code }: { noun: string; code: string },
): Meaning => {
  const ids = listOf(written).map((name) => ({ name, id: known.get(name) }));
  const unknown = ids.filter(({ id }) => id === undefined).map(({ name }) => `「${cutText(name, 60)}」`);
  if (unknown.length > 0)
    return { code, message: `${noun}${unknown.join('、')}不存在，或您无权授予`, instead: [REPORTED] };
  return { value: ids.map(({ id }) => ({ id })) };
};

/** Each may have 50 roles, and PostgreSQL takes 65 535 values in one statement. */
const BATCH_SIZE = 500;

type ImportDeps = Pick<Deps, 'db' | 'clock' | 'importLimits' | 'config' | 'identity'>;

const rulesFor = async ({ db, config }: ImportDeps, actor: Principal): Promise<RowImport<UserInput>> => {
  const names = await readNames(db, actor);
  return {
    headers: columns,
    schema: UserWrite,
    finds: {
      dept: (written) => deptOf(written, names.depts),
      roles: (written) => listed(written, names.roles, { noun: '角色', code: 'UNKNOWN_ROLE' }),
      jobs: (written) => listed(written, names.jobs, { noun: '岗位', code: 'UNKNOWN_JOB' }),
    },
    inputOf: ({ gender, roles, jobs, enabled, ...values }) => ({
      ...values,
      gender: gender || null,
      roles: roles || [],
      jobs: jobs || [],
      enabled: enabled !== '否',
    }),
    uniques: [
      {
        field: 'username',
        keyOf: ({ username }) => username.toLowerCase(),
        noun: '用户名',
        taken: '用户名已存在',
      },
      { field: 'phone', keyOf: ({ phone }) => phone, noun: '手机号码', taken: '手机号码已存在' },
      { field: 'email', keyOf: ({ email }) => email.toLowerCase(), noun: '邮箱', taken: '邮箱已存在' },
    ],
    findTaken: () => findTaken(db, actor),
    hidden: { of: (users) => hiddenIn(actor, users), isCounted: true },
    store: async (tx, users, progress) => {
      const hash = await initialPasswordHash(config);
      await inBatches(
        users,
        progress,
        (some) => insertUsers(tx, actor, some, { passwordHash: hash }),
        BATCH_SIZE,
      );
    },
  };
};

/** Accounts from a sheet. */
export const userImport = (deps: ImportDeps) =>
  createSheetImport(deps, {
    name: 'user',
    noun: '用户',
    permission: 'user:add',
    headers: columns,
    page: '/system/user',
    explain: (work) => explainBroken(constraints, work),
    rulesFor: (actor) => rulesFor(deps, actor),
  });
