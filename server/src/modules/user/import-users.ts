import { type ImportReport, UserWrite } from '@zhiping/shared/contracts/user.ts';
import type { Deps } from '../../deps.ts';
import { type Db, explainBroken } from '../../platform/database/db.ts';
import { askHidden } from '../../platform/auth/hidden-values.ts';
import { createSheetImport, judgeInTurns, looksForTaken } from '../../platform/sheets/import-sheet.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findGrantableRoles } from '../role/role.policy.ts';
import { constraints, hiddenIn, initialPasswordHash, insertUsers, type UserInput } from './save-user.ts';

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
};
type Taken = Record<'username' | 'phone' | 'email', Set<string>>;

/** What the names in a sheet stand for, as far as the actor may use it. */
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

/** What the accounts that there are have already. */
const findTaken = async (db: Db): Promise<Taken> => {
  const users = await db.selectFrom('sys_user').select(['username', 'phone', 'email']).execute();
  return {
    username: new Set(users.map(({ username }) => username.toLowerCase())),
    phone: new Set(users.flatMap(({ phone }) => phone ?? [])),
    email: new Set(users.flatMap(({ email }) => email?.toLowerCase() ?? [])),
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

type Judged = { sheet: SheetUser; user: UserInput | null; problems: Problem[] };

/** One row as an account, or all that is wrong with it. */
const judge = (sheet: SheetUser, names: Names): Judged => {
  const { row, values } = sheet;
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
  return { sheet, user: parsed.success ? parsed.data : null, problems };
};

const keysOf = ({ username, phone, email }: UserInput) => ({
  username: username.toLowerCase(),
  phone,
  email: email.toLowerCase(),
});

/** Names, phones and addresses that others have; answers how many. With `keep` those of a row count for the rows after it. */
const reportTaken = (judged: readonly Judged[], taken: Taken, { keep = false } = {}): number => {
  let reported = 0;
  for (const { sheet, user, problems } of judged)
    for (const [name, key] of Object.entries(user ? keysOf(user) : {})) {
      const [known, field] = [taken[name as keyof Taken], headerOf[name] as Header];
      if (known.has(key)) {
        reported += 1;
        if (!problems.some((problem) => problem.field === field))
          problems.push({
            row: sheet.row,
            field,
            value: sheet.values[field],
            code: 'taken',
            message: `${field}已存在`,
          });
      }
      if (keep) known.add(key);
    }
  return reported;
};

const noneTaken = (): Taken => ({ username: new Set(), phone: new Set(), email: new Set() });

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
      judge: async (actor, rows, progress, wanted) => {
        const names = await readNames(db, actor);
        const judged = await judgeInTurns(rows, (row) => judge(row, names), progress);
        reportTaken(judged, noneTaken(), { keep: true });
        const readable = judged.flatMap(({ user }) => user ?? []);
        const counts = {
          total: rows.length,
          failed: judged.filter(({ problems }) => problems.length > 0).length,
        };
        if (readable.length > 0 && looksForTaken(actor, 'user:list', wanted, counts))
          await askHidden(
            db,
            hiddenIn(actor, readable),
            async () => reportTaken(judged, await findTaken(db)),
            (reported) => reported,
          );
        return {
          errors: judged.flatMap(({ problems }) => problems),
          failed: judged.filter(({ problems }) => problems.length > 0).length,
          store: async (tx, told) => {
            const hash = await initialPasswordHash(config);
            const users = judged.flatMap(({ user, problems }) =>
              user && problems.length === 0 ? [user] : [],
            );
            for (let start = 0; start < users.length; start += AT_ONCE) {
              await insertUsers(tx, actor, users.slice(start, start + AT_ONCE), hash);
              told(Math.min(users.length, start + AT_ONCE), users.length);
            }
          },
        };
      },
    },
  );
