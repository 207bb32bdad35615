import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db } from '../../platform/database/db.ts';

/** Numbers of an account: the one entered and the one proven by a code. */
const numbersOf = (userId: RawBuilder<unknown>) =>
  sql`(select number from sys_user me, unnest(array[me.phone, me.proven_phone]) as number
    where me.id = ${userId} and number is not null)`;

/**
 * The persons behind an account: its applicant, its expert, and those whose own account has proven a number of it by a
 * code. A number is proven once; what others type is no proof, since it would take officers out of a whole cycle.
 */
export const personsOf = (userId: RawBuilder<unknown>) =>
  sql`(select person_id from applicant where user_id = ${userId}
    union all select person_id from expert where user_id = ${userId} and person_id is not null
    union all select held.person_id from sys_user owner join (select user_id, person_id from applicant
      union all select user_id, person_id from expert) held on held.user_id = owner.id
      where owner.proven_phone = any(array${numbersOf(userId)}) and held.person_id is not null)`;

/**
 * The same, and persons with a number of the account in their own account or record, proven or not. The only effect is
 * that another officer handles their cases.
 */
const likelyPersonsOf = (userId: RawBuilder<unknown>) =>
  sql`(select person_id from ${personsOf(userId)} as sure
    union all select person_id from applicant join sys_user owner on owner.id = applicant.user_id
      where owner.phone = any(array${numbersOf(userId)})
    union all select person_id from expert where phone = any(array${numbersOf(userId)}) and person_id is not null
    union all select person_id from teacher where phone = any(array${numbersOf(userId)}))`;

/** Whether two accounts are one person: the same, with a common number, or with a common person behind them. */
export const areOnePerson = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`(${one} = ${other} or array${numbersOf(one)} && array${numbersOf(other)}
    or array${personsOf(one)} && array${personsOf(other)})`;

/** Whether the person in this column is the reader, whichever of their accounts applies, or seems to be. */
export const isSelf = (reader: Pick<Principal, 'userId'>, column: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(column)} = any(array${likelyPersonsOf(sql`${reader.userId}`)}), false)`;

/** Whether they surely are: for what reaches beyond their own case. */
export const isSurelySelf = (reader: Pick<Principal, 'userId'>, column: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(column)} = any(array${personsOf(sql`${reader.userId}`)}), false)`;

/** The projects of the reader, which they handle only as applicant. */
export const ownProjects = (reader: Pick<Principal, 'userId'>): RawBuilder<unknown> =>
  sql`(select own.id from project own where ${isSelf(reader, 'own.person_id')})`;

/** Whether the project in this column is not the reader's own: the guard of everything that is done as an officer. */
export const isOthersCase = (reader: Pick<Principal, 'userId'>, column: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} <> all(array${ownProjects(reader)})`;

/** Which of these persons the actor is. */
export const findSelf = async (
  db: Db,
  actor: Principal,
  personIds: readonly number[],
): Promise<Set<number>> => {
  const { rows } = await sql<{
    id: number;
  }>`select asked.id from unnest(${[...personIds]}::bigint[]) as asked (id)
    where ${isSelf(actor, 'asked.id')}`.execute(db);
  return new Set(rows.map(({ id }) => Number(id)));
};
