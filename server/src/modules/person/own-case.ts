import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db } from '../../platform/database/db.ts';

/** The persons behind an account: its applicant, its expert. */
export const personsOf = (userId: RawBuilder<unknown>) =>
  sql`(select person_id from applicant where user_id = ${userId}
    union all select person_id from expert where user_id = ${userId} and person_id is not null)`;

/** Whether the person in this column is the reader, whichever of their accounts applies. */
export const isSelf = (reader: Pick<Principal, 'userId'>, column: string): RawBuilder<boolean> =>
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
