import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import type { Identity } from '../../platform/identity.ts';

/** The persons of these identity numbers, in their order; who is not known yet is added. */
export const findOrAddPersons = async (
  tx: Tx,
  identity: Identity,
  idCards: readonly string[],
): Promise<number[]> => {
  const hashes = idCards.map((idCard) => identity.hashOf(idCard));
  const sealed = idCards.map((idCard) => identity.seal(idCard));
  await sql`insert into person (id_card_hash, id_card_sealed)
    select distinct on (hash) hash, sealed from unnest(${hashes}::bytea[], ${sealed}::bytea[]) as asked (hash, sealed)
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select person.id from unnest(${hashes}::bytea[]) with ordinality as asked (hash, position)
    join person on person.id_card_hash = asked.hash order by position`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Delete persons that nobody is any more, so that no identity number outlives its use. */
export const dropUnusedPersons = async (tx: Tx, ids: readonly number[]) => {
  await sql`delete from person where id = any(${[...ids]}::bigint[])
    and not exists (select from expert where expert.person_id = person.id)
    and not exists (select from teacher where teacher.person_id = person.id)`.execute(tx);
};
