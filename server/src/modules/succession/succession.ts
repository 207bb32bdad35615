import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';

/**
 * Drafts, waiting changes, saved views and ordered exports name schools by id and subjects by path. They are never
 * rewritten; readers follow later mergers and changes of paths instead.
 */
export type Succession = {
  /** The successor of each merged school, by the id of the merged one. */
  schools: ReadonlyMap<number, number>;
  /** The present joined path of a subject that was stored with this edition. */
  subjectKey: (key: string, edition: number) => string;
};

/** Stored with everything that names subjects: changes of paths up to this edition are in it already. */
export const lastEdition = sql<number>`(select coalesce(max(edition), 0) from subject_successor)`;

const findMergers = (db: Db | Tx) =>
  db
    .selectFrom('school')
    .select(['dept_id as id', 'merged_into as intoId'])
    .where('merged_into', 'is not', null)
    .execute();

/** Successors of schools and subjects, for rows that were stored with these editions. */
export const findSuccession = async (db: Db | Tx, editions: readonly number[]): Promise<Succession> => {
  const mergers = await findMergers(db);
  const changes = await db
    .selectFrom('subject_successor')
    .select(['edition', 'old_key', 'new_key'])
    .where(sql<boolean>`edition > (select min(one) from unnest(${[...new Set(editions)]}::bigint[]) as one)`)
    .orderBy('edition')
    .execute();
  // All changes of one edition apply at once, so that two subjects can exchange their codes.
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

/** Records the successors of subjects, by joined path, as a new edition. The caller holds `lockSubjects`. */
export const recordSuccessors = async (tx: Tx, moves: ReadonlyMap<string, string>) => {
  await sql`insert into subject_successor (edition, old_key, new_key)
    select ${lastEdition} + 1, old_key, new_key
    from unnest(${[...moves.keys()]}::text[], ${[...moves.values()]}::text[]) as moved (old_key, new_key)`.execute(
    tx,
  );
};
