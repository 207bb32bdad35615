import type { Tx } from '../../platform/database/db.ts';
import { jobFailedMail } from '../../platform/outbox/mails/job-failed.ts';
import type { QueueMail } from '../../platform/outbox/mail-queue.ts';
import { notifyHolders } from '../../platform/live/messages.ts';
import type { Outcome, TaskKind, TaskRow } from '../../platform/tasks/task-kind.ts';
import { type ScheduledJob, type ScheduledJobParts, scheduledJobs } from './scheduled-jobs.ts';
import { taskKindOf } from './schedule-jobs.ts';

const INTERRUPTED = '执行任务的服务器中断，任务已由其他服务器接管';

const durationOf = ({ start_time: start }: TaskRow, now: Date) =>
  start ? Math.max(0, now.getTime() - start.getTime()) : 0;

const writeLog = async (
  tx: Tx,
  job: ScheduledJob,
  task: TaskRow,
  { outcome, now }: { outcome: Outcome; now: Date },
) => {
  const { cron } = await settingsOf(tx, job);
  await tx
    .insertInto('timing_log')
    .values({
      job_id: job.id,
      job_name: job.name,
      cron,
      trigger: task.payload['trigger'] === 'manual' ? 'manual' : 'cron',
      succeeded: outcome.ok,
      result: outcome.ok ? String(outcome.result['message']) : null,
      error: outcome.ok ? null : outcome.error,
      duration_ms: durationOf(task, now),
      ...(task.start_time ? { create_time: task.start_time } : {}),
    })
    .execute();
};

const settingsOf = (tx: Tx, job: ScheduledJob) =>
  tx.selectFrom('timing_job').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();

/** Notifies those who may edit jobs, once: not again while it keeps failing. */
const notifyFailure = async (tx: Tx, job: ScheduledJob, error: string) => {
  const before = await tx
    .selectFrom('timing_log')
    .select('succeeded')
    .where('job_id', '=', job.id)
    .orderBy('create_time', 'desc')
    .orderBy('id', 'desc')
    .offset(1)
    .limit(1)
    .executeTakeFirst();
  if (before?.succeeded === false) return;
  await notifyHolders(tx, 'timing:edit', {
    kind: 'error',
    text: `定时任务「${job.name}」执行失败：${error}`,
    link: `/system/timing?logs=${job.id}`,
  });
};

const afterFailure = async (tx: Tx, queueMail: QueueMail, job: ScheduledJob, error: string) => {
  const settings = await settingsOf(tx, job);
  await notifyFailure(tx, job, error);
  if (settings.email) await queueMail(tx, settings.email, jobFailedMail({ jobName: job.name, error }));
  if (settings.pause_after_failure)
    await tx
      .updateTable('timing_job')
      .set({ paused: true, next_run: null, version: settings.version + 1, update_by: '系统' })
      .where('id', '=', job.id)
      .execute();
};

/** The scheduled jobs as background work: one run of each at a time over all nodes, with a log of every run. */
export const scheduledJobKinds = (
  parts: ScheduledJobParts,
  jobs: readonly ScheduledJob[] = scheduledJobs,
): TaskKind[] =>
  jobs.map((job) => ({
    kind: taskKindOf(job),
    attempts: 1,
    concurrency: 1,
    run: async () => {
      const message = await job.run(parts);
      return async () => ({ message });
    },
    ended: async (tx, task, outcome) => {
      await writeLog(tx, job, task, { outcome, now: parts.clock.now() });
      if (!outcome.ok) await afterFailure(tx, parts.queueMail, job, outcome.error);
    },
    interrupted: async (tx, task) =>
      writeLog(tx, job, task, { outcome: { ok: false, error: INTERRUPTED }, now: parts.clock.now() }),
  }));
