import { sql } from 'kysely';
import { indexExperts } from '@zhiping/shared/rules/conflict/expert-index.ts';
import { findConflicts, type FoundConflict } from '@zhiping/shared/rules/conflict/find-conflicts.ts';
import type { Deps } from '../../deps.ts';
import { dayOf } from '../../platform/clock.ts';
import { collectGarbage } from '../../platform/collect-garbage.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { GiveUp, type TaskKind, type TaskRow } from '../../platform/tasks/task-kind.ts';
import { isReviewable, refreshSources } from './applicants.queries.ts';
import { findConflictCycle } from './conflict-cycle.queries.ts';
import { loadExperts } from './experts.queries.ts';
import { loadRegister } from './register.queries.ts';
import { foundRows, lockConflicts, storeConflicts } from './store-conflicts.ts';

export const COMPUTE_KIND = 'conflict.compute';

/** Projects read and checked between two checks whether to continue. */
const BATCH_SIZE = 100;
/** So many leave some twenty megabytes behind. */
const COLLECTED_EVERY = 20 * BATCH_SIZE;

const cycleOf = ({ payload }: TaskRow) => payload['cycleId'] as number;

/** Requests the computation of all conflicts of a cycle. Returns null if it is already requested. */
export const enqueueComputation = async (
  tx: Tx,
  { cycleId, at, ownerId }: { cycleId: number; at: Date; ownerId?: number },
): Promise<number | null> => {
  const taskId = await enqueue(tx, {
    kind: COMPUTE_KIND,
    key: `${COMPUTE_KIND}:${cycleId}`,
    payload: { cycleId },
    dueAt: at,
    ...(ownerId !== undefined && { ownerId }),
  });
  if (taskId === null) return null;
  await tx
    .insertInto('conflict_run')
    .values({ cycle_id: cycleId, task_id: taskId })
    .onConflict((known) => known.column('cycle_id').doUpdateSet({ task_id: taskId, is_cancelled: false }))
    .execute();
  return taskId;
};

const refuseCancelled = async (db: Db, task: TaskRow) => {
  const run = await db
    .selectFrom('conflict_run')
    .select(['is_cancelled', 'task_id'])
    .where('cycle_id', '=', cycleOf(task))
    .executeTakeFirst();
  if (run?.is_cancelled && run.task_id === task.id) throw new GiveUp('已取消，保留上次计算的结果');
};

const findReviewable = async (db: Db, cycleId: number) =>
  (
    await db
      .selectFrom('project')
      .select('id')
      .where('cycle_id', '=', cycleId)
      .where(isReviewable)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/** Projects of experts who apply themselves: their facts are read before any expert is checked. */
const refreshOwn = async (db: Db, ids: readonly number[], look: Parameters<typeof refreshSources>[2]) => {
  const own = await db
    .selectFrom('project')
    .innerJoin('expert', 'expert.person_id', 'project.person_id')
    .select('project.id')
    .where(sql<boolean>`project.id = any(${[...ids]}::bigint[])`)
    .execute();
  if (own.length > 0)
    await refreshSources(
      db,
      own.map(({ id }) => id),
      look,
    );
};

/** Keep what a batch found, apart from what holds. */
const keepFound = async (db: Db, taskId: number, found: readonly FoundConflict[]) => {
  if (found.length === 0) return;
  await sql`insert into conflict_found (task_id, project_id, expert_id, kind, severity, evidence, source)
    select ${taskId}::bigint, project_id, expert_id, kind, severity, evidence, source
    from ${foundRows(found)} as found`.execute(db);
};

/** The last project that an interrupted run has checked; its batch was stored whole. */
const findLastLooked = async (db: Db, { id }: TaskRow) => {
  const { last } = await db
    .selectFrom('conflict_found')
    .select(({ fn }) => fn.max('project_id').as('last'))
    .where('task_id', '=', id)
    .executeTakeFirstOrThrow();
  return last ?? 0;
};

/** Deletes leftovers of ended runs. */
const clearOthers = (db: Db) =>
  sql`delete from conflict_found where task_id not in
    (select id from task where kind = ${COMPUTE_KIND} and state in ('waiting', 'running'))`.execute(db);

/** A merger of a million rows takes longer than a statement of a call may. */
const takeTime = (tx: Tx) => sql`set local statement_timeout = '10min'`.execute(tx);

/**
 * Computes all conflicts of a cycle: reads projects, checks them against the inverted indexes of the experts, and keeps
 * the finds aside until they replace the former ones, all at once. After a kill it continues behind the last project;
 * changes meanwhile are computed afterwards.
 */
export const computeConflictsKind = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): TaskKind => ({
  kind: COMPUTE_KIND,
  attempts: 3,
  concurrency: 1,
  run: async ({ task, progress }) => {
    const cycleId = cycleOf(task);
    const cycle = await findConflictCycle(db, cycleId);
    if (!cycle) throw new GiveUp('批次尚未发布');
    await clearOthers(db);
    const at = clock.now();
    const today = dayOf(at);
    const register = await loadRegister(db);
    const ids = await findReviewable(db, cycleId);
    const look = { register, today, cycles: new Map([[cycleId, cycle]]) };
    await refreshOwn(db, ids, look);
    const experts = await loadExperts(db, register, null);
    const index = indexExperts(experts);
    const looked = await findLastLooked(db, task);
    const begin = ids.findIndex((id) => id > looked);
    for (let start = begin < 0 ? ids.length : begin; start < ids.length; start += BATCH_SIZE) {
      progress(start, ids.length);
      await refuseCancelled(db, task);
      const sources = await refreshSources(db, ids.slice(start, start + BATCH_SIZE), look);
      const found = sources.flatMap(({ facts }) =>
        findConflicts(facts, index, { rules: cycle.rules, since: cycle.since, today }),
      );
      await keepFound(db, task.id, found);
      if (start % COLLECTED_EVERY === 0) collectGarbage();
    }
    progress(ids.length, ids.length);
    await refuseCancelled(db, task);
    return async (tx) => {
      await lockConflicts(tx);
      await takeTime(tx);
      await storeConflicts(tx, {
        scope: sql<boolean>`conflict.cycle_id = ${cycleId}`,
        found: sql`(select * from conflict_found where task_id = ${task.id})`,
        at,
      });
      await tx
        .updateTable('conflict_run')
        .set({
          computed_at: at,
          rule_version: cycle.ruleVersion,
          projects: ids.length,
          experts: experts.length,
          problem: null,
        })
        .where('cycle_id', '=', cycleId)
        .execute();
      return { projects: ids.length, experts: experts.length };
    };
  },
  ended: async (tx, task, outcome) => {
    await tx.deleteFrom('conflict_found').where('task_id', '=', task.id).execute();
    // The former conflicts stay although facts changed: callers that rely on conflicts must know.
    if (!outcome.ok)
      await tx
        .updateTable('conflict_run')
        .set({ problem: outcome.error })
        .where('cycle_id', '=', cycleOf(task))
        .where('task_id', '=', task.id)
        .execute();
    if (task.owner_id === null) return;
    const link = `/review/conflict?cycleId=${cycleOf(task)}`;
    if (!outcome.ok)
      return notifyUser(tx, task.owner_id, {
        kind: 'warning',
        text: `回避没有重新计算：${outcome.error}`,
        link,
      });
    const { projects, experts } = outcome.result as { projects: number; experts: number };
    await notifyUser(tx, task.owner_id, {
      kind: 'success',
      text: `回避已计算：申报 ${projects} 份，专家 ${experts} 人`,
      link,
    });
  },
});

/** Ask a computation to stop; false where none runs. */
export const cancelComputation = (db: Db, cycleId: number): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('conflict_run')
      .set({ is_cancelled: true })
      .where('cycle_id', '=', cycleId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('task')
            .select('task.id')
            .whereRef('task.id', '=', 'conflict_run.task_id')
            .where('task.state', 'in', ['waiting', 'running']),
        ),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
