import type { Tx } from '../../platform/database/db.ts';
import { jobFailedMail } from '../../platform/outbox/mails/job-failed.ts';
import type { QueueMail } from '../../platform/outbox/mail-queue.ts';
import { tellHolders } from '../../platform/live/messages.ts';
import type { Outcome, TaskKind, TaskRow } from '../../platform/tasks/task-kind.ts';
import { type NamedJob, type NamedJobParts, namedJobs } from './named-jobs.ts';
import { taskKindOf } from './schedule-jobs.ts';

const INTERRUPTED = '执行任务的服务器中断，任务已由其他服务器接管';

const durationOf = ({ start_time: start }: TaskRow) =>
  start ? Math.max(0, Date.now() - start.getTime()) : 0;

const writeLog = async (tx: Tx, job: NamedJob, task: TaskRow, cron: string, outcome: Outcome) => {
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
      duration_ms: durationOf(task),
      ...(task.start_time ? { create_time: task.start_time } : {}),
    })
    .execute();
};

const settingsOf = (tx: Tx, job: NamedJob) =>
  tx.selectFrom('timing_job').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();

/** Whoever may set the jobs is told, once: not again while it keeps failing. */
const tellFailure = async (tx: Tx, job: NamedJob, error: string) => {
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
  await tellHolders(tx, 'timing:edit', {
    kind: 'error',
    text: `定时任务「${job.name}」执行失败：${error}`,
    link: `/system/timing?logs=${job.id}`,
  });
};

const afterFailure = async (tx: Tx, queueMail: QueueMail, job: NamedJob, error: string) => {
  const settings = await settingsOf(tx, job);
  await tellFailure(tx, job, error);
  if (settings.email) await queueMail(tx, settings.email, jobFailedMail({ jobName: job.name, error }));
  if (settings.pause_after_failure)
    await tx
      .updateTable('timing_job')
      .set({ paused: true, next_run: null, version: settings.version + 1, update_by: '系统' })
      .where('id', '=', job.id)
      .execute();
};

/** The named jobs as background work: one run of each at a time over all nodes, with a log of every run. */
export const namedJobKinds = (parts: NamedJobParts, jobs: readonly NamedJob[] = namedJobs): TaskKind[] =>
  jobs.map((job) => ({
    kind: taskKindOf(job),
    attempts: 1,
    atOnce: 1,
    run: async () => {
      const message = await job.run(parts);
      return async () => ({ message });
    },
    ended: async (tx, task, outcome) => {
      await writeLog(tx, job, task, (await settingsOf(tx, job)).cron, outcome);
      if (!outcome.ok) await afterFailure(tx, parts.queueMail, job, outcome.error);
    },
    interrupted: async (tx, task) =>
      writeLog(tx, job, task, (await settingsOf(tx, job)).cron, { ok: false, error: INTERRUPTED }),
  }));
