import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { type NamedJob, namedJobs } from './named-jobs.ts';
import { nextRuns } from './next-runs.ts';

const knownIds = namedJobs.map(({ id }) => id);
export const taskKindOf = ({ key }: NamedJob) => `timing:${key}`;

/** Give every named job its row of settings; those that have one keep it. */
export const addNamedJobs = async (db: Db) => {
  const now = new Date();
  await db
    .insertInto('timing_job')
    .values(namedJobs.map(({ id, cron }) => ({ id, cron, next_run: nextRuns(cron, 1, now)[0] ?? null })))
    .onConflict((known) => known.column('id').doNothing())
    .execute();
};

/** Queue a run. False when one is waiting or running already: a job never runs beside itself. */
export const queueRun = async (tx: Tx, job: NamedJob, payload: { trigger: 'cron' | 'manual'; by?: string }) =>
  (await enqueue(tx, { kind: taskKindOf(job), key: taskKindOf(job), payload })) !== null;

const selectDue = (db: Db) =>
  db
    .selectFrom('timing_job')
    .select(['id', 'cron'])
    .where('next_run', '<=', sql<Date>`now()`)
    .where('paused', '=', false)
    .where('id', 'in', knownIds);

/** Queue the runs whose time has come, each once over all nodes. What was missed while no node ran is run once. */
export const scheduleNamedJobs = async (db: Db) => {
  if (!(await selectDue(db).executeTakeFirst())) return;
  await inTransaction(db, async (tx) => {
    const now = new Date();
    for (const { id, cron } of await selectDue(tx).forUpdate().skipLocked().execute()) {
      const job = namedJobs.find((one) => one.id === id);
      if (job) await queueRun(tx, job, { trigger: 'cron' });
      const next = nextRuns(cron, 1, now)[0] ?? null;
      await tx.updateTable('timing_job').set({ next_run: next }).where('id', '=', id).execute();
    }
  });
};
