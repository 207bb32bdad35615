import { type ResultFigures, resultFigures } from '@zhiping/shared/rules/assignment/result-figures.ts';
import { subjectGroups } from '@zhiping/shared/rules/assignment/group-figures.ts';
import type { DrawResult, Roster } from '@zhiping/shared/rules/draw/record.ts';
import type { Db } from '../../../platform/database/db.ts';

/**
 * Parts of roster and result that the page of a result needs. The full texts have megabytes and never change, so these
 * parts are cached.
 */
export type ResultBasis = {
  files: { id: number; need: number }[];
  cycle: Roster['cycle'];
  experts: Pick<Roster['experts'][number], 'id' | 'openLoad' | 'isEnabled'>[];
  subjects: ReturnType<typeof subjectGroups>;
  computed: ResultFigures;
  /** Pairs of the computed result as `file/expert`. */
  wasComputed: ReadonlySet<string>;
};

/**
 * Cache of the most recently used bases, by the hashes of roster and result. A page that shows a running computation
 * asks every second.
 */
const MAX_CACHED = 4;
const basisCache = new Map<string, ResultBasis>();

const read = async (db: Db, drawId: number): Promise<ResultBasis> => {
  const stored = await db
    .selectFrom('draw')
    .select(['roster', 'result'])
    .where('id', '=', drawId)
    .executeTakeFirstOrThrow();
  const roster = JSON.parse(stored.roster!) as Roster;
  const { pairs } = JSON.parse(stored.result!) as DrawResult;
  const files = roster.files.map(({ id, need }) => ({ id: Number(id), need }));
  const loads = new Map(roster.experts.map(({ id, openLoad }) => [Number(id), openLoad]));
  return {
    files,
    cycle: roster.cycle,
    experts: roster.experts.map(({ id, openLoad, isEnabled }) => ({ id, openLoad, isEnabled })),
    subjects: subjectGroups(roster),
    computed: resultFigures(
      files,
      pairs.map(({ file, expert, parts }) => ({ file, expert, match: parts.match })),
      (expert) => loads.get(expert) ?? 0,
    ),
    wasComputed: new Set(pairs.map(({ file, expert }) => `${file}/${expert}`)),
  };
};

/** The basis of a draw with a result, from the cache or the database. */
export const findBasis = async (
  db: Db,
  { id, roster_hash, result_hash }: { id: number; roster_hash: string | null; result_hash: string | null },
): Promise<ResultBasis> => {
  const key = `${id} ${roster_hash} ${result_hash}`;
  const basis = basisCache.get(key) ?? (await read(db, id));
  basisCache.delete(key);
  basisCache.set(key, basis);
  const [oldest] = basisCache.keys();
  if (basisCache.size > MAX_CACHED && oldest !== undefined) basisCache.delete(oldest);
  return basis;
};
