import { sql } from 'kysely';
import type { z } from 'zod';
import type { ExpertImportReport } from '@zhiping/shared/contracts/expert-pool.ts';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/db.ts';
import { badRequest } from '../../../platform/errors.ts';
import {
  checkRows,
  inBatches,
  isStorable,
  type RowImport,
  type Wanted,
} from '../../../platform/sheets/check-rows.ts';
import { createSheetImport } from '../../../platform/sheets/import-sheet.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { dropDownTemplate } from '../../../platform/sheets/sheet-template.ts';
import { findDictMap } from '../../dict/dict.queries.ts';
import { findAllSchools } from '../../school/school.queries.ts';
import { findAllFullNames } from '../../subject/subject.queries.ts';
import { initialPasswordHash } from '../../user/save-user.ts';
import { isOffice } from '../expert.policy.ts';
import { finder, idCardCodes, readImportNames } from '../../person/import-names.ts';
import {
  columns,
  expertOf,
  fieldsOfRecord,
  recordOfCells,
  REPORTED_PATH,
  subjectFields,
} from './import-columns.ts';
import { explainExpert } from '../explain-expert.ts';
import { type ExpertInput, insertExperts, maskedOf, READABLE_BY } from '../pool/insert-experts.ts';
import { withoutOfficeOnly } from '../pool/save-expert.ts';
import { ExpertCreate } from '@zhiping/shared/contracts/expert-write.ts';

type Report = z.input<typeof ExpertImportReport>;
type ImportDeps = Pick<Deps, 'db' | 'config' | 'identity' | 'registerCache' | 'clock' | 'importLimits'>;

/**
 * Values of these experts that are in the database already. Accounts that a new expert of the office takes over do not
 * count.
 */
const findTaken = async (
  { db, identity }: ImportDeps,
  actor: Principal,
  experts: ExpertInput[],
): Promise<Record<'idCard' | 'phone' | 'email', Set<string>>> => {
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
    // A school would learn who has an account.
    phone: new Set(
      isOffice(actor) ? accounts.rows.flatMap(({ phone, username }) => [phone ?? username, username]) : [],
    ),
    email: new Set(isOffice(actor) ? accounts.rows.flatMap(({ email }) => email ?? []) : []),
  };
};

/** Resolves the columns with names for this user. */
const readFinds = async (deps: ImportDeps, actor: Principal) => {
  const names = await readImportNames(deps, actor);
  const subject = finder(names.subject, { noun: '学科', code: 'UNKNOWN_SUBJECT', instead: REPORTED_PATH });
  return {
    schoolId: finder(names.school, { noun: '单位', code: 'UNKNOWN_SCHOOL', instead: 1 }),
    titleSeries: finder(names.titleSeries, { noun: '职称系列', code: 'UNKNOWN_TITLE_SERIES', instead: null }),
    titleLevel: finder(names.titleLevel, { noun: '职称层级', code: 'UNKNOWN_TITLE_LEVEL', instead: null }),
    ...Object.fromEntries(subjectFields.map((field) => [field, subject])),
  };
};

const rulesFor = async (deps: ImportDeps, actor: Principal): Promise<RowImport<ExpertInput>> => ({
  headers: columns,
  schema: ExpertCreate,
  finds: await readFinds(deps, actor),
  inputOf: expertOf,
  codeOf: (field, problem) => idCardCodes[problem ?? ''] ?? (field === 'phone' ? 'PHONE' : undefined),
  check: ({ subjects }, report) => {
    for (const [index, { path }] of subjects.entries()) {
      const key = path.join('/');
      const isRepeated = subjects.slice(0, index).some((before) => before.path.join('/') === key);
      if (isRepeated && key !== REPORTED_PATH.join('/'))
        report(`subjects.${index}`, 'DUPLICATE_SUBJECT', '学科重复', key);
    }
  },
  uniques: [
    {
      field: 'idCard',
      keyOf: ({ idCard }) => idCard.toLowerCase(),
      noun: '身份证号码',
      taken: '身份证号码已存在',
    },
    { field: 'phone', keyOf: ({ phone }) => phone, noun: '手机号码', taken: '手机号码已被使用' },
    { field: 'email', keyOf: ({ email }) => email?.toLowerCase(), noun: '邮箱', taken: '邮箱已被使用' },
  ],
  findTaken: (experts) => findTaken(deps, actor, experts),
  hidden: {
    of: (experts) => ({ actor, readableBy: READABLE_BY, masked: experts.flatMap(maskedOf) }),
    isCounted: true,
  },
  store: async (tx, experts, progress) => {
    const hash = await initialPasswordHash(deps.config);
    await inBatches(experts, progress, (some) =>
      insertExperts(
        tx,
        deps.identity,
        actor,
        some.map((expert) => withoutOfficeOnly(actor, expert)),
        hash,
      ),
    );
  },
});

/** Experts from a sheet: at once what a person waits for, in the background what is larger. */
export const expertImport = (deps: ImportDeps) =>
  createSheetImport(deps, {
    name: 'expert',
    noun: '专家',
    permission: 'expert:add',
    headers: columns,
    maxImmediate: deps.importLimits.immediateExperts,
    page: '/pool/expert',
    explain: explainExpert,
    fieldsOf: (cells) => fieldsOfRecord(recordOfCells(cells)),
    rulesFor: (actor) => rulesFor(deps, actor),
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
  const rows = records.map((record, index) => ({ row: index + 1, values: fieldsOfRecord(record) }));
  const { errors, failed, store } = await checkRows(deps.db, rows, await rulesFor(deps, actor), {
    progress: () => {},
    wanted,
  });
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
