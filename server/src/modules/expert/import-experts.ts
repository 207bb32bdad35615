import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { ExpertImportReport } from '@zhiping/shared/contracts/expert-pool.ts';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db.ts';
import { badRequest } from '../../platform/errors.ts';
import type { Principal } from '../../platform/principal.ts';
import { dropDownTemplate } from '../../platform/sheet-template.ts';
import type { UploadedFile } from '../../platform/upload.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { findAllSchools } from '../school/school.queries.ts';
import { rememberFullNames } from '../subject/subject.queries.ts';
import { initialPasswordHash } from '../user/save-user.ts';
import { readImportNames } from './import-names.ts';
import { columns, type RawRow, readExpertSheet } from './import-sheet.ts';
import { explainExpert, type ExpertInput, insertExperts } from './insert-experts.ts';
import {
  type Judged,
  judgeRow,
  problemsInOrder,
  reportTaken,
  reportTwice,
  type Taken,
} from './judge-import.ts';
import { withoutOfficeOnly } from './save-expert.ts';

type Report = z.input<typeof ExpertImportReport>;
type Options = {
  dryRun?: boolean | undefined;
  partial?: boolean | undefined;
  body: Record<string, unknown>[] | null;
  file: UploadedFile | undefined;
};

/** Rows that are judged before others get their turn on the thread. */
const AT_ONCE = 200;

const readRows = async ({ body, file }: Options): Promise<RawRow[]> => {
  if (file) return readExpertSheet(file);
  if (!body || body.length === 0) throw badRequest('import.empty', '没有可导入的数据');
  return body.map((values, index) => ({ row: index + 1, values }));
};

/** What of these experts the database has already. Accounts that a new expert takes over are not in the way. */
const findTaken = async ({ db, identity }: Deps, experts: ExpertInput[]): Promise<Taken> => {
  const hashes = experts.map(({ idCard }) => identity.hashOf(idCard));
  const [persons, accounts] = await Promise.all([
    sql<{ hash: Buffer }>`select p.id_card_hash as hash from person p join expert e on e.person_id = p.id
      where p.id_card_hash = any(${hashes}::bytea[])`.execute(db),
    sql<{ phone: string | null; email: string | null; username: string }>`
      select u.phone, lower(u.email) as email, u.username from sys_user u
      where (u.phone = any(${experts.map(({ phone }) => phone)}::text[])
          or lower(u.username) = any(${experts.map(({ phone }) => phone)}::text[])
          or lower(u.email) = any(${experts.flatMap(({ email }) => email?.toLowerCase() ?? [])}::text[]))
        and (u.dept_id is distinct from ${EXPERT_DEPT_ID} or exists (select from expert e where e.user_id = u.id)
          or exists (select from user_role r where r.user_id = u.id and r.role_id <> ${EXPERT_ROLE_ID}))`.execute(
      db,
    ),
  ]);
  const known = new Set(persons.rows.map(({ hash }) => hash.toString('hex')));
  return {
    idCard: new Set(
      experts.flatMap(({ idCard }, index) =>
        known.has((hashes[index] as Buffer).toString('hex')) ? [idCard.toLowerCase()] : [],
      ),
    ),
    phone: new Set(accounts.rows.flatMap(({ phone, username }) => [phone ?? username, username])),
    email: new Set(accounts.rows.flatMap(({ email }) => email ?? [])),
  };
};

const judgeAll = async (deps: Deps, actor: Principal, rows: RawRow[]): Promise<Judged[]> => {
  const names = await readImportNames(deps, actor);
  const judged: Judged[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    judged.push(judgeRow(row, names));
  }
  reportTwice(judged);
  const readable = judged.flatMap(({ expert }) => expert ?? []);
  if (readable.length > 0) reportTaken(judged, await findTaken(deps, readable));
  return judged;
};

/**
 * Import experts from a sheet or from JSON in one transaction: all rows, or with `partial` those without an error. Who is
 * in the pool already is an error, never overwritten. With `dryRun` nothing is stored.
 */
export const importExperts = async (deps: Deps, actor: Principal, options: Options): Promise<Report> => {
  const rows = await readRows(options);
  const judged = await judgeAll(deps, actor, rows);
  const errors = problemsInOrder(judged);
  const good = judged.flatMap(({ expert, problems }) => (expert && problems.length === 0 ? [expert] : []));
  const failed = rows.length - good.length;
  const isStored = !options.dryRun && good.length > 0 && (failed === 0 || options.partial === true);
  if (isStored) {
    const hash = await initialPasswordHash(deps.config);
    const allowed = good.map((expert) => withoutOfficeOnly(actor, expert));
    await explainExpert(
      inTransaction(deps.db, (tx) => insertExperts(tx, deps.identity, actor, allowed, hash)),
    );
  }
  return { total: rows.length, created: isStored ? good.length : 0, updated: 0, failed, errors };
};

/** A sheet with drop-downs for all that is in a register. */
export const importTemplate = async ({ db, remember }: Deps): Promise<Bytes> => {
  const [schools, names, dicts] = await Promise.all([
    findAllSchools(db),
    rememberFullNames({ db, remember }),
    findDictMap(db, ['title_series', 'title_level']),
  ]);
  const subjects = [...new Set(names.values())];
  const choices: Partial<Record<string, string[]>> = {
    gender: ['男', '女'],
    schoolId: schools.map(({ name }) => name),
    titleSeries: dicts['title_series']?.map(({ label }) => label) ?? [],
    titleLevel: dicts['title_level']?.map(({ label }) => label) ?? [],
    'subjects.0': subjects,
    'subjects.1': subjects,
    'subjects.2': subjects,
    retired: ['是', '否'],
  };
  const hints: Partial<Record<string, string>> = {
    idCard: '18 位号码，末位可为 X；出生日期由号码得出',
    gender: '可不填，由身份证号码得出',
    phone: '11 位手机号码，用于首次登录收取验证码',
    schoolId: '登记的学校或单位全称',
    'subjects.0': '目录 - 门类 - 一级 - 二级，或代码；排在第一的是最熟悉的学科',
    'subjects.0.keywords': '多个关键词用顿号分隔',
  };
  return dropDownTemplate(
    '专家',
    Object.entries(columns).map(([field, header]) => ({
      header,
      ...(choices[field] ? { choices: choices[field] } : {}),
      ...(hints[field] ? { hint: hints[field] } : {}),
    })),
  );
};
