import { sql } from 'kysely';
import { indexExperts } from '@zhiping/shared/rules/conflict/expert-index.ts';
import { findConflicts } from '@zhiping/shared/rules/conflict/find-conflicts.ts';
import { expertKeys } from '@zhiping/shared/rules/conflict/keys.ts';
import type { Deps } from '../../deps.ts';
import { dayOf } from '../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { TaskKind } from '../../platform/tasks/task-kind.ts';
import { findSources, refreshSources } from './applicants.queries.ts';
import { COMPUTE_KIND, enqueueComputation } from './compute-conflicts.ts';
import { findRunningCycles } from './conflict-cycle.queries.ts';
import { loadExperts } from './experts.queries.ts';
import { loadRegister, type Register } from './register.queries.ts';
import { foundRows, lockConflicts, storeConflicts } from './store-conflicts.ts';

export const FOLLOW_KIND = 'conflict.follow';

/** So many changes are computed in one transaction; of more of them in all a whole computation is faster. */
const BATCH_SIZE = 100;
const MANY = 2000;

type Cycles = Awaited<ReturnType<typeof findRunningCycles>>;
type Look = { register: Register; cycles: Cycles; at: Date };

const isComputing = sql<boolean>`exists (select from task where kind = ${COMPUTE_KIND} and state in ('waiting', 'running'))`;

/** Have what changed computed, where something did and no whole computation runs. Called at every look of the worker. */
export const followDueConflicts = async (db: Db, now: Date): Promise<void> => {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from conflict_due) and not ${isComputing} as due`.execute(db);
  if (!rows[0]?.due) return;
  await inTransaction(db, (tx) => enqueue(tx, { kind: FOLLOW_KIND, key: FOLLOW_KIND, dueAt: now }));
};

const refreshProjects = async (tx: Tx, ids: readonly number[], { register, cycles, at }: Look) => {
  const today = dayOf(at);
  const sources = await refreshSources(tx, ids, { register, today, cycles });
  const index = indexExperts(sources.length > 0 ? await loadExperts(tx, register, null) : []);
  const found = sources.flatMap(({ cycleId, facts }) => {
    const cycle = cycles.get(cycleId);
    return cycle ? findConflicts(facts, index, { rules: cycle.rules, since: cycle.since, today }) : [];
  });
  const scope = sql<boolean>`conflict.project_id = any(${[...ids]}::bigint[])
    and conflict.cycle_id = any(${[...cycles.keys()]}::bigint[])`;
  await storeConflicts(tx, { scope, found: foundRows(found), at });
};

/** Computes and stores the conflicts of these projects of running cycles now. */
export const computeConflictsOf = async (tx: Tx, ids: readonly number[], at: Date): Promise<void> =>
  refreshProjects(tx, ids, { register: await loadRegister(tx), cycles: await findRunningCycles(tx), at });

const refreshExperts = async (tx: Tx, ids: readonly number[], { register, cycles, at }: Look) => {
  const today = dayOf(at);
  const cycleIds = [...cycles.keys()];
  for (const expert of await loadExperts(tx, register, ids)) {
    const index = indexExperts([expert]);
    const sources = await findSources(tx, cycleIds, expertKeys(expert));
    const found = sources.flatMap(({ cycleId, facts }) => {
      const { rules, since } = cycles.get(cycleId)!;
      return findConflicts(facts, index, { rules, since, today });
    });
    const scope = sql<boolean>`conflict.expert_id = ${expert.expertId}
      and conflict.cycle_id = any(${cycleIds}::bigint[])`;
    await storeConflicts(tx, { scope, found: foundRows(found), at });
  }
};

type Due = { cycle_id: number | null; project_id: number | null; expert_id: number | null };

const takeDue = async (tx: Tx): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    delete from conflict_due where id in (select id from conflict_due order by id limit ${BATCH_SIZE})
    returning cycle_id, project_id, expert_id`.execute(tx);
  return rows;
};

const isMany = async (tx: Tx) => {
  const { rows } = await sql<{ many: boolean }>`
    select count(*) > ${MANY} as many from (select from conflict_due limit ${MANY + 1}) as due`.execute(tx);
  return rows[0]!.many;
};

const idsOf = (due: readonly Due[], column: 'project_id' | 'expert_id' | 'cycle_id') => [
  ...new Set(due.flatMap((one) => one[column] ?? [])),
];

const isEverything = ({ cycle_id, project_id, expert_id }: Due) =>
  cycle_id === null && project_id === null && expert_id === null;

/** One batch of what changed, as a whole or not at all. False when nothing is left to do. */
const followOnce = async (tx: Tx, at: Date): Promise<boolean> => {
  await lockConflicts(tx);
  const { rows } = await sql<{ computing: boolean }>`select ${isComputing} as computing`.execute(tx);
  // It may have read what this would write already; it goes first.
  if (rows[0]!.computing) return false;
  const many = await isMany(tx);
  const due = await takeDue(tx);
  if (due.length === 0) return false;
  const cycles = await findRunningCycles(tx);
  if (cycles.size === 0) return true;
  if (many || due.some(isEverything)) {
    await tx.deleteFrom('conflict_due').execute();
    for (const cycleId of cycles.keys()) await enqueueComputation(tx, { cycleId, at });
    return false;
  }
  for (const cycleId of idsOf(due, 'cycle_id'))
    if (cycles.has(cycleId)) await enqueueComputation(tx, { cycleId, at });
  const look = { register: await loadRegister(tx), cycles, at };
  const [projectIds, expertIds] = [idsOf(due, 'project_id'), idsOf(due, 'expert_id')];
  if (projectIds.length > 0) await refreshProjects(tx, projectIds, look);
  if (expertIds.length > 0) await refreshExperts(tx, expertIds, look);
  return true;
};

/** Recomputes after changes: submitted projects, edited experts. */
export const followChangesKind = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): TaskKind => ({
  kind: FOLLOW_KIND,
  attempts: 3,
  concurrency: 1,
  run: async ({ progress }) => {
    let done = 0;
    while (await inTransaction(db, (tx) => followOnce(tx, clock.now()))) {
      done += 1;
      progress(done, 0);
    }
    return async () => ({});
  },
});
