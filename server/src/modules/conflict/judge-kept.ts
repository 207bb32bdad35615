import { sql } from 'kysely';
import { keptBlocks, type KeptConflict, type KeptUnits } from '@zhiping/shared/rules/conflict/kept-basis.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { findConflictCycle } from './conflict-cycle.queries.ts';
import { keptStays, keptUnit, loadExperts } from './experts.queries.ts';
import { loadRegister } from './register.queries.ts';

type Pair = { file: number; expert: number };
type Kept = { units: KeptUnits; school_id: number; conflicts: KeptConflict[]; day: string };

const keyOf = ({ file, expert }: Pair) => `${file}/${expert}`;

/** Evidence of conflicts of these pairs that two persons lifted. */
const findLifted = async (db: Db, pairs: readonly Pair[]) => {
  const rows = await db
    .selectFrom('conflict')
    .select(['project_id as file', 'expert_id as expert', 'lifted_evidence as evidence'])
    .where('lifted_evidence', 'is not', null)
    .where(
      sql<boolean>`(project_id, expert_id) in (select * from unnest(${pairs.map(({ file }) => file)}::bigint[],
        ${pairs.map(({ expert }) => expert)}::bigint[]))`,
    )
    .execute();
  return Map.groupBy(rows, keyOf);
};

type Judged = { cycleId: number; at: Date };

/** Pairs that present and kept facts rule out, whether conflicts are computed yet or not. */
const judgePairs = async <P extends Pair & Partial<Kept>>(
  db: Db,
  { cycleId, at }: Judged,
  pairs: readonly P[],
): Promise<(P & { evidence: string })[]> => {
  const cycle = await findConflictCycle(db, cycleId);
  if (!cycle || pairs.length === 0) return [];
  const register = await loadRegister(db);
  const ids = [...new Set(pairs.map(({ expert }) => expert))];
  const experts = new Map((await loadExperts(db, register, ids)).map((one) => [one.expertId, one]));
  const sources = await db
    .selectFrom('conflict_source')
    .select(['project_id', 'facts'])
    .where(sql<boolean>`project_id = any(${pairs.map(({ file }) => file)}::bigint[])`)
    .execute();
  const applicants = new Map(sources.map(({ project_id, facts }) => [project_id, facts]));
  const lifted = await findLifted(db, pairs);
  const look = { rules: cycle.rules, since: cycle.since, today: dayOf(at) };
  return pairs.flatMap((pair) => {
    const [expert, applicant] = [experts.get(pair.expert), applicants.get(pair.file)];
    if (!expert || !applicant) return [];
    const { units, school_id, conflicts = [], day } = pair;
    const kept =
      units && school_id !== undefined && day !== undefined
        ? { expert: keptStays(units, register), applicant: [keptUnit(school_id, register)], day }
        : null;
    const known = [
      ...(lifted.get(keyOf(pair)) ?? []).map(({ evidence }) => evidence),
      ...conflicts.map(({ liftedEvidence }) => liftedEvidence),
    ].filter((evidence) => evidence !== null);
    const [found] = keptBlocks({ expert, applicant, kept, lifted: new Set(known) }, look);
    return found ? [{ ...pair, evidence: found.evidence }] : [];
  });
};

/** Why an expert must not review a project by the facts of this moment, computed already or not; null if they may. */
export const findBlockNow = async (db: Db, judged: Judged, pair: Pair): Promise<string | null> => {
  const [found] = await judgePairs(db, judged, [pair]);
  return found?.evidence ?? null;
};

/**
 * Pairs of a cycle that wait for their release and are ruled out by kept facts together with present ones. Judges only
 * those where facts changed since: a province has a hundred thousand.
 */
export const findKeptBlocks = async (
  db: Db,
  judged: Judged,
  only: readonly number[] | undefined,
): Promise<Pair[]> => {
  const { rows } = await sql<Pair & Kept>`
    with pair as materialized (
      select id, project_id, expert_id, create_time from assignment
      where cycle_id = ${judged.cycleId} and state = 'proposed' and (${only === undefined} or project_id = any(${only ?? []}::bigint[]))
    ), now as materialized (
      select expert_id, units from units_of_experts(array(select distinct expert_id from pair))
    )
    select pair.project_id as file, pair.expert_id as expert, basis.units, basis.school_id, basis.conflicts,
      to_char(pair.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
    from pair join assignment_basis as basis on basis.assignment_id = pair.id
      join now on now.expert_id = pair.expert_id join project on project.id = pair.project_id
    where basis.units <> now.units or basis.school_id <> project.school_id`.execute(db);
  return judgePairs(db, judged, rows);
};
