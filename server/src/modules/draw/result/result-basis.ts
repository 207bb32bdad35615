import { type ResultFigures, resultFigures } from '@zhiping/shared/rules/assignment/result-figures.ts';
import { subjectGroups } from '@zhiping/shared/rules/assignment/group-figures.ts';
import type { DrawResult, Roster } from '@zhiping/shared/rules/draw/record.ts';
import type { Db } from '../../../platform/database/db.ts';

/** Parts of roster and result that the page of a result needs; the full texts are megabytes and never change. */
export type ResultBasis = {
  files: { id: number; need: number }[];
  cycle: Roster['cycle'];
  experts: Pick<Roster['experts'][number], 'id' | 'openLoad' | 'isEnabled'>[];
  subjects: ReturnType<typeof subjectGroups>;
  computed: ResultFigures;
  /** Pairs as they were computed: file/expert. */
  wasComputed: ReadonlySet<string>;
};

/** The last ones that were looked at, by the hashes of what they were read from. A page that follows a computation asks every second. */
const MOST = 4;
const known = new Map<string, ResultBasis>();

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

/** The basis of a draw that has a result with these hashes. */
export const findBasis = async (
  db: Db,
  { id, roster_hash, result_hash }: { id: number; roster_hash: string | null; result_hash: string | null },
): Promise<ResultBasis> => {
  const key = `${id} ${roster_hash} ${result_hash}`;
  const basis = known.get(key) ?? (await read(db, id));
  known.delete(key);
  known.set(key, basis);
  const [oldest] = known.keys();
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  return basis;
};
