import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';

/**
 * Drafts, changes that wait, saved views and ordered exports name schools by id and subjects by path, and are never
 * rewritten: when they are read, mergers and changes of paths since then are followed.
 */
export type Succession = {
  /** Schools that were merged, by their id. */
  schools: ReadonlyMap<number, number>;
  /** The joined path under which a subject that was stored with this edition goes on. */
  subjectKey: (key: string, edition: number) => string;
};

/** Stored beside whatever names subjects: changes of paths up to this one are not followed. */
export const lastEdition = sql<number>`(select coalesce(max(edition), 0) from subject_successor)`;

const findMergers = (db: Db | Tx) =>
  db
    .selectFrom('school')
    .select(['dept_id as id', 'merged_into as intoId'])
    .where('merged_into', 'is not', null)
    .execute();

/** Successors of schools and subjects, for rows stored with these editions. */
export const findSuccession = async (db: Db | Tx, editions: readonly number[]): Promise<Succession> => {
  const mergers = await findMergers(db);
  const changes = await db
    .selectFrom('subject_successor')
    .select(['edition', 'old_key', 'new_key'])
    .where(sql<boolean>`edition > (select min(one) from unnest(${[...new Set(editions)]}::bigint[]) as one)`)
    .orderBy('edition')
    .execute();
  // All of one edition change at once, so that two subjects may exchange their codes.
  const steps = [...Map.groupBy(changes, ({ edition }) => edition)].map(([edition, rows]) => ({
    edition,
    later: new Map(rows.map((row) => [row.old_key, row.new_key])),
  }));
  return {
    schools: new Map(mergers.map(({ id, intoId }) => [id, intoId as number])),
    subjectKey: (key, since) =>
      steps.reduce((now, { edition, later }) => (edition > since ? (later.get(now) ?? now) : now), key),
  };
};

/** Subjects by their joined path, each with what takes its place from now on. The caller holds `lockSubjects`. */
export const recordSuccessors = async (tx: Tx, moves: ReadonlyMap<string, string>) => {
  await sql`insert into subject_successor (edition, old_key, new_key)
    select ${lastEdition} + 1, old_key, new_key
    from unnest(${[...moves.keys()]}::text[], ${[...moves.values()]}::text[]) as moved (old_key, new_key)`.execute(
    tx,
  );
};
