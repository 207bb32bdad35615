import { sql } from 'kysely';
import type { z } from 'zod';
import type { ExpertCreate } from '@zhiping/shared/contracts/expert-write.ts';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { factsOfIdNumber } from '@zhiping/shared/rules/person/id-number.ts';
import { maskIdCard, maskPhone } from '@zhiping/shared/rules/person/mask.ts';
import { auditMany } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Identity } from '../../../platform/identity.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { lockSchools } from '../../school/lock-schools.ts';
import { lockSubjects } from '../../subject/lock-subjects.ts';
import { refuseTakenPhones } from '../../account/taken-phone.ts';
import { accountName, lockAccountNames } from '../../user/account-names.ts';
import { isOffice } from '../expert.policy.ts';
import { refuseOwnReviewers } from '../own-reviewers.ts';
import { findBarredExperts } from '../../person/integrity-records.queries.ts';
import { findOrAddPersons } from '../../person/person.queries.ts';
import { personSearchText } from '../../person/search-words.ts';

export type ExpertInput = z.output<typeof ExpertCreate>;

/** Who may not read identity numbers learns only so often that one is taken. */
export const READABLE_BY = 'expert:identity';

/** The values of an expert that lists mask. */
export const maskedOf = ({ idCard, phone }: { idCard?: string | undefined; phone: string }): string[] => [
  ...(idCard ? [maskIdCard(idCard)] : []),
  maskPhone(phone),
];

/**
 * Accounts of the expert department without a profile: a new expert with the same phone takes theirs over. Only for the
 * office; a school could otherwise enter its own phone to take an account.
 */
const findFreeAccounts = async (tx: Tx, actor: Principal, phones: string[]): Promise<Map<string, number>> => {
  if (!isOffice(actor)) return new Map();
  const { rows } = await sql<{ id: number; phone: string }>`
    select u.id, u.phone from sys_user u
    where u.phone = any(${phones}::text[]) and u.dept_id = ${EXPERT_DEPT_ID}
      and not exists (select from expert e where e.user_id = u.id)
      and not exists (select from user_role r where r.user_id = u.id and r.role_id <> ${EXPERT_ROLE_ID})
    for update of u`.execute(tx);
  return new Map(rows.map(({ id, phone }) => [phone, id]));
};

/** The office reads the whole pool; a school would learn by "already taken" who has an account. */
const refusePhonesOfOthers = async (tx: Tx, ids: readonly number[]) => {
  const added = await tx
    .selectFrom('expert')
    .select(['phone', 'user_id'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
  await refuseTakenPhones(
    tx,
    added.flatMap(({ phone }) => phone ?? []),
    added.map((one) => one.user_id),
  );
};

/** The address of a proposed expert goes to the account where no other account has it, without a word about it. */
const freeEmail = sql`case when not exists (select from sys_user known where lower(known.email) = lower(fact.email))
  and not exists (select from fact as earlier where lower(earlier.email) = lower(fact.email)
    and earlier.user_id < fact.user_id) then email end`;

/** Persons on the integrity register cannot be added. A proposing school does not learn of it; the office does. */
const refuseOnRecord = async (
  tx: Tx,
  { at }: Principal,
  experts: readonly ExpertInput[],
  personIds: readonly number[],
) => {
  const barred = await findBarredExperts(tx, personIds, at);
  const found = personIds.findIndex((id) => barred.has(id));
  if (found < 0) return;
  throw badRequest(
    'expert.on_record',
    `${experts[found]!.name}有失信记录，记录期至 ${barred.get(personIds[found]!)}，期内不能入库`,
  );
};

/**
 * Adds checked experts, each with an account of department 20 and role 6, in one statement. Experts added by the office
 * are in the pool at once; those proposed by a school wait, disabled, for the office.
 */
export const insertExperts = async (
  tx: Tx,
  identity: Identity,
  actor: Principal,
  experts: readonly ExpertInput[],
  passwordHash: string,
): Promise<number[]> => {
  const accepted = isOffice(actor);
  await lockSchools(
    tx,
    experts.map(({ schoolId }) => schoolId),
  );
  await lockSubjects(
    tx,
    'subjects',
    experts.flatMap(({ subjects }) => subjects.map(({ path }) => path)),
  );
  const personIds = await findOrAddPersons(
    tx,
    identity,
    experts.map(({ idCard }) => idCard),
  );
  if (accepted) await refuseOnRecord(tx, actor, experts, personIds);
  const accounts = await findFreeAccounts(
    tx,
    actor,
    experts.map(({ phone }) => phone),
  );
  await lockAccountNames(tx);
  const rows = experts.map(({ idCard, ...expert }, index) => {
    const facts = factsOfIdNumber(idCard);
    return {
      ...expert,
      position: index,
      gender: expert.gender ?? facts.gender,
      birthDate: facts.birthDate,
      personId: personIds[index],
      accountId: accounts.get(expert.phone) ?? null,
      searchText: personSearchText(expert.name, expert.phone),
    };
  });
  const { rows: added } = await sql<{ id: number; user: number }>`
    with fact as materialized (
      select f.*, nextval(pg_get_serial_sequence('expert', 'id')) as expert_id,
        coalesce(f."accountId", nextval(pg_get_serial_sequence('sys_user', 'id'))) as user_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (position integer, "personId" bigint, "accountId" bigint,
        name text, gender text, "birthDate" date, phone text, email text, "schoolId" bigint, department text,
        "titleSeries" text, "titleLevel" text, "titleName" text, retired boolean, "maxLoad" smallint, note text,
        "searchText" text, subjects jsonb)
    ), accounts as (
      insert into sys_user (id, username, nick_name, gender, phone, email, password_hash, dept_id, enabled, update_by)
      select user_id, ${accountName('fact')}, name, gender, phone, ${accepted ? sql`email` : freeEmail}, ${passwordHash},
        ${EXPERT_DEPT_ID}, ${accepted}, ${actor.username}
      from fact where "accountId" is null
    ), roles as (
      insert into user_role (user_id, role_id) select user_id, ${EXPERT_ROLE_ID} from fact on conflict do nothing
    ), experts as (
      insert into expert (id, user_id, person_id, name, gender, birth_date, title_series, title_level, title_name, school_id,
        department, phone, email, retired, max_load, note, enabled, accepted_at, search_text, update_by)
      select expert_id, user_id, "personId", name, gender, "birthDate", "titleSeries", "titleLevel", "titleName", "schoolId",
        department, phone, email, retired, "maxLoad", note, ${accepted}, ${accepted ? actor.at : null}::timestamptz,
        "searchText", ${actor.username}
      from fact
    ), subjects as (
      insert into expert_subject (expert_id, rank, path, keywords)
      select expert_id, place, array(select jsonb_array_elements_text(subject -> 'path')),
        array(select jsonb_array_elements_text(subject -> 'keywords'))
      from fact, jsonb_array_elements(subjects) with ordinality as listed (subject, place)
    )
    select expert_id as id, user_id as user from fact order by position`.execute(tx);
  const ids = added.map(({ id }) => id);
  if (accepted) {
    await refuseOwnReviewers(tx, actor, ids);
    await refusePhonesOfOthers(tx, ids);
  }
  await auditMany(
    tx,
    ids.map((id, index) => ({
      actorId: actor.userId,
      action: accepted ? 'expert.created' : 'expert.proposed',
      entity: 'expert',
      entityId: id,
      detail: {
        name: experts[index]?.name,
        schoolId: experts[index]?.schoolId,
        row: { user: added[index]?.user, person: personIds[index] },
      },
    })),
  );
  return ids;
};
