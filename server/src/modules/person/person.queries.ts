import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { conflict } from '../../platform/errors.ts';
import type { Identity } from '../../platform/identity.ts';

/** A person deleted during the query is added anew; then no other row can have the number. */
const MAX_TRIES = 3;

/** The persons of these identity numbers, in their order; who is not known yet is added. They stay until the end. */
export const findOrAddPersons = async (
  tx: Tx,
  identity: Identity,
  idCards: readonly string[],
): Promise<number[]> => {
  const hashes = idCards.map((idCard) => identity.hashOf(idCard));
  const sealed = idCards.map((idCard) => identity.seal(idCard));
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    await sql`insert into person (id_card_hash, id_card_sealed)
      select distinct on (hash) hash, sealed from unnest(${hashes}::bytea[], ${sealed}::bytea[]) as asked (hash, sealed)
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      select person.id from unnest(${hashes}::bytea[]) with ordinality as asked (hash, position)
      join person on person.id_card_hash = asked.hash order by position for key share of person`.execute(tx);
    if (rows.length === idCards.length) return rows.map(({ id }) => id);
  }
  throw conflict('person.changed', '同一身份证号码的资料正在被他人修改，请重试');
};

/** Deletes persons without any use, so that no identity number outlives its use. */
export const dropUnusedPersons = async (tx: Tx, ids: readonly number[]) => {
  // Waits for transactions that are about to use one; the next statement sees them.
  await sql`select id from person where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx);
  await sql`delete from person where id = any(${[...ids]}::bigint[])
    and not exists (select from expert where expert.person_id = person.id)
    and not exists (select from teacher where teacher.person_id = person.id)
    and not exists (select from applicant where applicant.person_id = person.id)
    and not exists (select from project where project.person_id = person.id)
    and not exists (select from integrity_record where integrity_record.person_id = person.id)`.execute(tx);
};
