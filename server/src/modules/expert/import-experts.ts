import { sql } from 'kysely';
import type { z } from 'zod';
import { type ExpertImportReport, MOST_IMPORTED } from '@zhiping/shared/contracts/expert-pool.ts';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import {
  createSheetImport,
  isStorable,
  looksForTaken,
  type Judged as Judgement,
  judgeInTurns,
  type Progress,
  type Wanted,
} from '../../platform/sheets/import-sheet.ts';
import { askHidden } from '../../platform/auth/hidden-values.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dropDownTemplate } from '../../platform/sheets/sheet-template.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { findAllSchools } from '../school/school.queries.ts';
import { findAllFullNames } from '../subject/subject.queries.ts';
import { initialPasswordHash } from '../user/save-user.ts';
import { isOffice } from './expert.policy.ts';
import { readImportNames } from './import-names.ts';
import { columns, type RawRow, rowOfSheet } from './import-sheet.ts';
import { explainExpert, type ExpertInput, insertExperts, maskedOf, READABLE_BY } from './insert-experts.ts';
import { judgeRow, problemsInOrder, reportTaken, reportTwice, type Taken } from './judge-import.ts';
import { withoutOfficeOnly } from './save-expert.ts';

type Report = z.input<typeof ExpertImportReport>;
type ImportDeps = Pick<Deps, 'db' | 'config' | 'identity' | 'registerCache'>;

/** Rows of one statement. */
const STORED_AT_ONCE = 1000;

/** What of these experts the database has already. Accounts that the office's new expert takes over are not in the way. */
const findTaken = async (
  { db, identity }: ImportDeps,
  actor: Principal,
  experts: ExpertInput[],
): Promise<Taken> => {
  const hashes = experts.map(({ idCard }) => identity.hashOf(idCard));
  const [persons, accounts] = await Promise.all([
    sql<{ hash: Buffer }>`select p.id_card_hash as hash from person p join expert e on e.person_id = p.id
      where p.id_card_hash = any(${hashes}::bytea[])`.execute(db),
    sql<{ phone: string | null; email: string | null; username: string }>`
      select u.phone, lower(u.email) as email, u.username from sys_user u
      where (u.phone = any(${experts.map(({ phone }) => phone)}::text[])
          or lower(u.username) = any(${experts.map(({ phone }) => phone)}::text[])
          or lower(u.email) = any(${experts.flatMap(({ email }) => email?.toLowerCase() ?? [])}::text[]))
        and (${!isOffice(actor)} or u.dept_id is distinct from ${EXPERT_DEPT_ID} or exists (select from expert e where e.user_id = u.id)
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

/** Look at every row; the good ones are stored together, some hundred at a time. */
const judgeRows = async (
  deps: ImportDeps,
  actor: Principal,
  rows: RawRow[],
  progress: Progress,
  wanted: Wanted,
): Promise<Judgement> => {
  const names = await readImportNames(deps, actor);
  const judged = await judgeInTurns(rows, (row) => judgeRow(row, names), progress);
  reportTwice(judged);
  const readable = judged.flatMap(({ expert }) => expert ?? []);
  const counts = { total: rows.length, failed: judged.filter(({ problems }) => problems.length > 0).length };
  if (readable.length > 0 && looksForTaken(actor, READABLE_BY, wanted, counts))
    await askHidden(
      deps.db,
      { actor, readableBy: READABLE_BY, masked: readable.flatMap(maskedOf) },
      async () => reportTaken(judged, await findTaken(deps, actor, readable)),
      (reported) => reported,
    );
  const good = judged.flatMap(({ expert, problems }) => (expert && problems.length === 0 ? [expert] : []));
  return {
    errors: problemsInOrder(judged),
    failed: rows.length - good.length,
    store: async (tx, told) => {
      const hash = await initialPasswordHash(deps.config);
      for (let start = 0; start < good.length; start += STORED_AT_ONCE) {
        const some = good.slice(start, start + STORED_AT_ONCE);
        await insertExperts(
          tx,
          deps.identity,
          actor,
          some.map((expert) => withoutOfficeOnly(actor, expert)),
          hash,
        );
        told(Math.min(good.length, start + STORED_AT_ONCE), good.length);
      }
    },
  };
};

/** Experts from a sheet: at once what a person waits for, in the background what is larger. */
export const expertImport = (deps: ImportDeps) =>
  createSheetImport(deps, {
    name: 'expert',
    noun: '专家',
    permission: 'expert:add',
    headers: Object.values(columns),
    atOnce: MOST_IMPORTED,
    page: '/pool/expert',
    explain: explainExpert,
    judge: (actor, rows, progress, wanted) => judgeRows(deps, actor, rows.map(rowOfSheet), progress, wanted),
  });

/**
 * Experts from JSON in one transaction: all of them, or with `partial` those without a mistake. Who is in the pool already
 * is a mistake, never overwritten. With `dryRun` nothing is stored.
 */
export const importRecords = async (
  deps: ImportDeps,
  actor: Principal,
  records: readonly Record<string, unknown>[],
  wanted: Wanted,
): Promise<Report> => {
  const { dryRun, partial = false } = wanted;
  if (records.length === 0) throw badRequest('import.empty', '没有可导入的数据');
  const rows = records.map((values, index) => ({ row: index + 1, values }));
  const { errors, failed, store } = await judgeRows(deps, actor, rows, () => {}, wanted);
  const total = rows.length;
  const isStored = !dryRun && isStorable({ total, failed }, partial);
  if (isStored) await explainExpert(inTransaction(deps.db, (tx) => store(tx, () => {})));
  return { total, created: isStored ? total - failed : 0, updated: 0, failed, errors };
};

/** A sheet with drop-downs for all that is in a register. */
export const importTemplate = async ({ db, registerCache }: Deps): Promise<Bytes> => {
  const [schools, names, dicts] = await Promise.all([
    findAllSchools(db),
    findAllFullNames({ db, registerCache }),
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
