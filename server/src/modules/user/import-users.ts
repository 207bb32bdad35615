import { type ImportReport, UserWrite } from '@zhiping/shared/contracts/user.ts';
import type { Deps } from '../../deps.ts';
import { type Db, explainBroken } from '../../platform/database/db.ts';
import { createSheetImport, judgeInTurns } from '../../platform/sheets/import-sheet.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findGrantableRoles } from '../role/role.policy.ts';
import { constraints, initialPasswordHash, insertUsers, type UserInput } from './save-user.ts';

const AT_ONCE = 500;

export const importHeaders = [
  '用户名',
  '昵称',
  '性别',
  '手机号码',
  '邮箱',
  '部门',
  '角色',
  '岗位',
  '启用',
] as const;
type Header = (typeof importHeaders)[number];
type SheetUser = { row: number; values: Record<Header, string> };
type Problem = ImportReport['errors'][number];

const headerOf: Record<string, Header> = {
  username: '用户名',
  nickName: '昵称',
  gender: '性别',
  phone: '手机号码',
  email: '邮箱',
  dept: '部门',
  roles: '角色',
  jobs: '岗位',
  enabled: '启用',
};

type Names = {
  depts: Map<string, number[]>;
  roles: Map<string, number>;
  jobs: Map<string, number>;
  taken: { username: Set<string>; phone: Set<string>; email: Set<string> };
};

/** What the names in a sheet stand for, as far as the actor may use it. */
const readNames = async (db: Db, actor: Principal): Promise<Names> => {
  const [depts, roles, jobs, users] = await Promise.all([
    db.selectFrom('dept').select(['id', 'name']).where('enabled', '=', true).execute(),
    findGrantableRoles(db, actor),
    db.selectFrom('job').select(['id', 'name']).where('enabled', '=', true).execute(),
    db.selectFrom('sys_user').select(['username', 'phone', 'email']).execute(),
  ]);
  const visible = depts.filter(({ id }) => actor.deptScope === null || actor.deptScope.includes(id));
  const byName = Map.groupBy(visible, ({ name }) => name);
  return {
    depts: new Map([...byName].map(([name, rows]) => [name, rows.map(({ id }) => id)])),
    roles: new Map(roles.map(({ id, name }) => [name, id])),
    jobs: new Map(jobs.map(({ id, name }) => [name, id])),
    taken: {
      username: new Set(users.map(({ username }) => username.toLowerCase())),
      phone: new Set(users.flatMap(({ phone }) => phone ?? [])),
      email: new Set(users.flatMap(({ email }) => email?.toLowerCase() ?? [])),
    },
  };
};

/** Stands for a name that was found wrong; such a row is never stored. */
const REPORTED = 1;

/** One more than an account may have of each, which its schema then says. */
const MOST_NAMES = 51;

const listOf = (cell: string) =>
  cell
    .split(/[,，、;；]/)
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, MOST_NAMES);

const shown = (text: string) => text.slice(0, 60);

type Judged = { user: UserInput | null; problems: Problem[] };

/** One row as an account, or all that is wrong with it. */
const judge = ({ row, values }: SheetUser, names: Names): Judged => {
  const problems: Problem[] = [];
  const report = (field: Header, code: string, message: string) =>
    problems.push({ row, field, value: shown(values[field]), code, message });

  const deptIds = names.depts.get(values.部门) ?? [];
  if (deptIds.length === 0) report('部门', 'unknown', '部门不存在，或不在您的数据范围内');
  if (deptIds.length > 1) report('部门', 'ambiguous', '有多个同名部门，请在系统中逐个新增');
  const idsOf = (field: '角色' | '岗位', known: Map<string, number>) =>
    listOf(values[field]).flatMap((name) => {
      const id = known.get(name);
      if (id === undefined) report(field, 'unknown', `${field}「${shown(name)}」不存在，或您无权授予`);
      return id === undefined ? [] : [{ id }];
    });
  const roles = idsOf('角色', names.roles);
  const jobs = idsOf('岗位', names.jobs);

  const parsed = UserWrite.safeParse({
    username: values.用户名,
    nickName: values.昵称,
    gender: values.性别 || null,
    phone: values.手机号码,
    email: values.邮箱,
    enabled: values.启用 !== '否',
    // What was reported above must not be reported again as missing.
    dept: { id: deptIds[0] ?? REPORTED },
    roles: problems.some(({ field }) => field === '角色') ? [{ id: REPORTED }] : roles,
    jobs,
  });
  if (!parsed.success)
    for (const issue of parsed.error.issues)
      report(headerOf[String(issue.path[0])] ?? '用户名', 'invalid', issue.message);
  else reportTaken(parsed.data, names.taken, report);
  return { user: parsed.success && problems.length === 0 ? parsed.data : null, problems };
};

/** A name, phone or address that the database or an earlier row has; an accepted one counts for the rows after it. */
const reportTaken = (
  user: UserInput,
  taken: Names['taken'],
  report: (field: Header, code: string, message: string) => void,
) => {
  const keys = { username: user.username.toLowerCase(), phone: user.phone, email: user.email.toLowerCase() };
  for (const field of ['username', 'phone', 'email'] as const) {
    const header = headerOf[field] as Header;
    if (taken[field].has(keys[field])) report(header, 'taken', `${header}已存在`);
    taken[field].add(keys[field]);
  }
};

/** Accounts from a sheet. */
export const userImport = ({ db, config, identity }: Pick<Deps, 'db' | 'config' | 'identity'>) =>
  createSheetImport(
    { db, identity },
    {
      name: 'user',
      noun: '用户',
      permission: 'user:add',
      headers: importHeaders,
      page: '/system/user',
      explain: (work) => explainBroken(constraints, work),
      judge: async (actor, rows, progress) => {
        const names = await readNames(db, actor);
        const judged = await judgeInTurns(rows, (row) => judge(row, names), progress);
        return {
          errors: judged.flatMap(({ problems }) => problems),
          failed: judged.filter(({ problems }) => problems.length > 0).length,
          store: async (tx, told) => {
            const hash = await initialPasswordHash(config);
            const users = judged.flatMap(({ user }) => user ?? []);
            for (let start = 0; start < users.length; start += AT_ONCE) {
              await insertUsers(tx, actor, users.slice(start, start + AT_ONCE), hash);
              told(Math.min(users.length, start + AT_ONCE), users.length);
            }
          },
        };
      },
    },
  );
