import { sql } from 'kysely';
import type { z } from 'zod';
import type { BulkReport } from '@zhiping/shared/contracts/user.ts';
import { APPLICANT_ROLE_ID, SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Deps } from '../../deps.ts';
import { auditMany } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { accountName, lockAccountNames } from '../user/account-names.ts';
import { notifyRoles } from '../../platform/live/messages.ts';
import { initialPasswordHash } from '../user/save-user.ts';
import { missingAmong } from './bulk-teachers.ts';
import { visibleTeachers } from './teacher.queries.ts';

type Report = z.input<typeof BulkReport>;
type Candidate = {
  id: number;
  name: string;
  personId: number;
  schoolId: number;
  enabled: boolean;
  phone: string | null;
  /** Whether they can apply already. */
  isApplicant: boolean;
  /** Their account as an expert. */
  expertUserId: number | null;
};

/** Teachers with what decides whether an account can be opened. Their persons stay as they are until the end. */
const findCandidates = async (tx: Tx, actor: Principal, ids: readonly number[]): Promise<Candidate[]> => {
  const found = await tx
    .selectFrom('teacher')
    .select(['id', 'person_id'])
    .where('id', 'in', [...ids])
    .where(visibleTeachers(actor))
    .forUpdate()
    .execute();
  const personIds = found.map(({ person_id }) => person_id);
  await sql`select id from person where id = any(${personIds}::bigint[]) order by id for update`.execute(tx);
  const { rows } = await sql<Candidate>`
    select teacher.id, teacher.name, teacher.person_id as "personId", teacher.school_id as "schoolId", teacher.enabled,
      teacher.phone, applicant.person_id is not null as "isApplicant", expert.user_id as "expertUserId"
    from teacher
    left join applicant on applicant.person_id = teacher.person_id
    left join expert on expert.person_id = teacher.person_id
    where teacher.id = any(${found.map(({ id }) => id)}::bigint[])
    order by teacher.id`.execute(tx);
  return rows;
};

/**
 * Why no account can be opened; of two equal rows in a list the first one gets it. Other accounts with the number are no
 * reason: they would show who is an expert. Its owner proves it by a code at the first sign-in.
 */
const problemOf = (one: Candidate, earlier: readonly Candidate[]): string | null => {
  if (!one.enabled) return '教师已停用';
  if (one.isApplicant || earlier.some(({ personId }) => personId === one.personId)) return '已开通申报账号';
  // Required for experts too: an account opened without a number would reveal to the school that the teacher is one.
  return one.phone === null ? '没有登记手机号码，请先补上' : null;
};

type Opened = { person: number; user: number };

const insertAccounts = (tx: Tx, actor: Principal, teachers: readonly Candidate[], passwordHash: string) =>
  sql<Opened>`
    with fact as materialized (
      select f.*, coalesce(f."expertUserId", nextval(pg_get_serial_sequence('sys_user', 'id'))) as user_id
      from jsonb_to_recordset(${JSON.stringify(teachers)}::jsonb) as f (name text, phone text, "personId" bigint,
        "schoolId" bigint, "expertUserId" bigint)
    ), accounts as (
      insert into sys_user (id, username, nick_name, phone, password_hash, dept_id, update_by)
      select user_id, ${accountName('fact')}, name, phone, ${passwordHash}, "schoolId", ${actor.username}
      from fact where "expertUserId" is null
    ), roles as (
      insert into user_role (user_id, role_id) select user_id, ${APPLICANT_ROLE_ID} from fact on conflict do nothing
    )
    insert into applicant (person_id, user_id, opened_by, create_time)
    select "personId", user_id, ${actor.username}, ${actor.at} from fact
    returning person_id as person, user_id as user`.execute(tx);

/** Administrators of all accounts learn what the school does not: a mistyped number keeps its teacher out. */
const reportShared = async (tx: Tx, opened: readonly Candidate[]) => {
  const shared = await tx
    .selectFrom('applicant')
    .innerJoin('sys_user as own', 'own.id', 'applicant.user_id')
    .innerJoin('sys_user as other', (join) =>
      join.onRef('other.phone', '=', 'own.phone').onRef('other.id', '<>', 'own.id'),
    )
    .select('own.nick_name as name')
    .distinct()
    .where('applicant.person_id', 'in', [...opened.map(({ personId }) => personId), 0])
    .execute();
  if (shared.length === 0) return;
  await notifyRoles(tx, [SUPER_ADMIN_ROLE_ID], {
    kind: 'warning',
    text: `新开通的申报账号与其他账号的手机号码相同，请核对：${shared.map(({ name }) => name).join('、')}`,
    link: '/system/user',
  });
};

const openAll = async (
  tx: Tx,
  actor: Principal,
  ids: readonly number[],
  passwordHash: string,
): Promise<Report> => {
  const candidates = await findCandidates(tx, actor, ids);
  if (candidates.length === 0) throw notFound('教师');
  const opened: Candidate[] = [];
  const failed: Report['failed'] = [];
  for (const one of candidates) {
    const message = problemOf(one, opened);
    if (message === null) opened.push(one);
    else failed.push({ id: one.id, name: one.name, message });
  }
  await lockAccountNames(tx);
  const { rows } =
    opened.length > 0 ? await insertAccounts(tx, actor, opened, passwordHash) : { rows: [] as Opened[] };
  const accounts = new Map(rows.map((row) => [Number(row.person), row]));
  await reportShared(tx, opened);
  await auditMany(
    tx,
    opened.map(({ id, name, personId }) => ({
      actorId: actor.userId,
      action: 'teacher.account_opened',
      entity: 'teacher',
      entityId: id,
      detail: { name, row: accounts.get(Number(personId)) },
    })),
  );
  return { succeeded: opened.length, failed: [...failed, ...missingAmong(ids, candidates)] };
};

/**
 * Opens accounts for teachers who apply: user name is the phone number, with the initial password, changed by a code
 * sent to that number; an expert keeps their account and becomes an applicant with it too, which the school does not
 * learn.
 */
export const openAccounts = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Principal,
  ids: readonly number[],
): Promise<Report> => {
  const passwordHash = await initialPasswordHash(config);
  return inTransaction(db, (tx) => openAll(tx, actor, ids, passwordHash));
};
