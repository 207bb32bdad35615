import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { type ScheduledJob, scheduledJobs } from './scheduled-jobs.ts';
import { nextRuns } from './next-runs.ts';

const knownIds = scheduledJobs.map(({ id }) => id);
export const taskKindOf = ({ key }: ScheduledJob) => `timing:${key}`;

/** Give every scheduled job its row of settings; those that have one keep it. */
export const addScheduledJobs = async (db: Db, now: Date) => {
  await db
    .insertInto('timing_job')
    .values(scheduledJobs.map(({ id, cron }) => ({ id, cron, next_run: nextRuns(cron, 1, now)[0] ?? null })))
    .onConflict((known) => known.column('id').doNothing())
    .execute();
};

/** Queue a run. False when one is waiting or running already: a job never runs beside itself. */
export const queueRun = async (
  tx: Tx,
  job: ScheduledJob,
  payload: { trigger: 'cron' | 'manual'; by?: string },
) => (await enqueue(tx, { kind: taskKindOf(job), key: taskKindOf(job), payload })) !== null;

const selectDue = (db: Db, now: Date) =>
  db
    .selectFrom('timing_job')
    .select(['id', 'cron'])
    .where('next_run', '<=', now)
    .where('paused', '=', false)
    .where('id', 'in', knownIds);

/** Queue the runs whose time has come, each once over all nodes. What was missed while no node ran is run once. */
export const scheduleDueJobs = async (db: Db, now: Date) => {
  if (!(await selectDue(db, now).executeTakeFirst())) return;
  await inTransaction(db, async (tx) => {
    for (const { id, cron } of await selectDue(tx, now).forUpdate().skipLocked().execute()) {
      const job = scheduledJobs.find((one) => one.id === id);
      if (job) await queueRun(tx, job, { trigger: 'cron' });
      const next = nextRuns(cron, 1, now)[0] ?? null;
      await tx.updateTable('timing_job').set({ next_run: next }).where('id', '=', id).execute();
    }
  });
};
