import type { z } from 'zod';
import type { timingApi } from '@zhiping/shared/contracts/timing.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { conflict, fieldError, notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { ScheduledJob } from './scheduled-jobs.ts';
import { nextRuns } from './next-runs.ts';
import { queueRun } from './schedule-jobs.ts';
import { jobById } from './timing.queries.ts';

type Change = z.output<typeof timingApi.update.body>;

const lockJob = async (tx: Tx, id: number) => {
  const job = jobById.get(id);
  const stored = await tx
    .selectFrom('timing_job')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!job || !stored) throw notFound('定时任务');
  return { job, stored };
};

/** Stock clients send the fixed parts back as they read them; a request to change one is refused at its field. */
const refuseOtherWork = (job: ScheduledJob, change: Change) => {
  const fixed = {
    jobName: job.name,
    description: job.description,
    beanName: job.key,
    methodName: 'run',
    params: '',
    subTask: '',
  };
  for (const [field, value] of Object.entries(fixed)) {
    const sent = change[field as keyof typeof fixed];
    if (sent !== undefined && (sent ?? '') !== value)
      throw fieldError('timing.fixed', field, '任务由系统内置，只能修改执行时间、状态、负责人和告警邮箱');
  }
};

const firstRun = (cron: string, now: Date) => {
  const next = nextRuns(cron, 1, now)[0];
  if (!next) throw fieldError('timing.never', 'cronExpression', '按这个表达式任务永远不会执行');
  return next;
};

const auditChange = (
  tx: Tx,
  actor: Principal,
  action: string,
  job: ScheduledJob,
  { detail = {}, ...kept }: { detail?: object; stored?: object } = {},
) =>
  audit(tx, {
    actorId: actor.userId,
    action: `timing.${action}`,
    entity: 'timing_job',
    entityId: job.id,
    detail: { job: job.key, ...detail },
    ...kept,
  });

export const updateJob = (db: Db, actor: Principal, change: Change) =>
  inTransaction(db, async (tx) => {
    const { job, stored } = await lockJob(tx, change.id);
    refuseOtherWork(job, change);
    await refuseStale(tx, stored, change.version);
    const next = firstRun(change.cronExpression, actor.at);
    const paused = change.isPause ?? stored.paused;
    await tx
      .updateTable('timing_job')
      .set({
        cron: change.cronExpression,
        paused,
        next_run: paused ? null : next,
        pause_after_failure: change.pauseAfterFailure,
        person_in_charge: change.personInCharge,
        email: change.email,
        ...editedBy(actor, stored),
      })
      .where('id', '=', job.id)
      .execute();
    await auditChange(tx, actor, 'changed', job, { detail: { cron: change.cronExpression, paused }, stored });
  });

/** Pause or resume; without `isPause`, the other one of the two. */
export const pauseJob = (
  db: Db,
  actor: Principal,
  id: number,
  { isPause, version }: { isPause?: boolean; version?: number } = {},
) =>
  inTransaction(db, async (tx) => {
    const { job, stored } = await lockJob(tx, id);
    await refuseStale(tx, stored, version);
    const paused = isPause ?? !stored.paused;
    const next = paused ? null : firstRun(stored.cron, actor.at);
    await tx
      .updateTable('timing_job')
      .set({ paused, next_run: next, ...editedBy(actor, stored) })
      .where('id', '=', job.id)
      .execute();
    await auditChange(tx, actor, paused ? 'paused' : 'resumed', job);
  });

/** Run once now, paused or not. */
export const executeJob = (db: Db, actor: Principal, id: number) =>
  inTransaction(db, async (tx) => {
    const { job } = await lockJob(tx, id);
    if (!(await queueRun(tx, job, { trigger: 'manual' })))
      throw conflict('timing.running', '任务正在执行，请稍后再试');
    await auditChange(tx, actor, 'executed', job);
  });
