import { sql } from 'kysely';
import { cronInWords, momentInWords } from '@zhiping/shared/rules/timing/cron-words.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { type Paging, paginate, paginateUpTo, streamed } from '../../platform/lists/paginate.ts';
import { type ScheduledJob, scheduledJobs } from './scheduled-jobs.ts';
import { nextRuns } from './next-runs.ts';
import { taskKindOf } from './schedule-jobs.ts';
import { isWithin, whereGiven } from '../../platform/database/where-given.ts';

const SHOWN_RUNS = 5;
/** As with the other logs: for older entries, filter or export. */
const MAX_LOGS = 10_000;

export const jobById = new Map<number, ScheduledJob>(scheduledJobs.map((job) => [job.id, job]));

type JobFilters = { id?: number; jobName?: string; createTime?: [Date, Date]; isPause?: boolean };
type RunFilters = { jobName?: string; createTime?: [Date, Date]; jobId?: number; isSuccess?: boolean };

const selectJobs = (db: Db, { id, jobName = '', createTime, isPause }: JobFilters) =>
  db
    .selectFrom('timing_job')
    .selectAll()
    .select([
      sql<{ isSuccess: boolean; createTime: string } | null>`(
        select jsonb_build_object('isSuccess', l.succeeded,
          'createTime', to_char(l.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'))
        from timing_log l where l.job_id = timing_job.id order by l.create_time desc, l.id desc limit 1)`.as(
        'lastRun',
      ),
      sql<string[]>`array(select key from task where key is not null and state in ('waiting', 'running'))`.as(
        'open',
      ),
    ])
    .where(
      'id',
      'in',
      // Never empty: no job has the id 0.
      [0, ...scheduledJobs.filter(({ name }) => name.includes(jobName)).map(({ id }) => id)],
    )
    .$call(whereGiven(id, (rows, given) => rows.where('id', '=', given)))
    .$call(whereGiven(isPause, (rows, given) => rows.where('paused', '=', given)))
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));

type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['execute']>>[number];

const viewOf = (row: JobRow, now: Date) => {
  const job = jobById.get(row.id) as ScheduledJob;
  return {
    id: row.id,
    jobName: job.name,
    beanName: job.key,
    methodName: 'run',
    params: null,
    subTask: null,
    description: job.description,
    cronExpression: row.cron,
    cronWords: cronInWords(row.cron),
    isPause: row.paused,
    isRunning: row.open.includes(taskKindOf(job)),
    pauseAfterFailure: row.pause_after_failure,
    personInCharge: row.person_in_charge,
    email: row.email,
    nextRuns: row.paused ? [] : nextRuns(row.cron, SHOWN_RUNS, now).map((run) => momentInWords(run, now)),
    lastRun: row.lastRun,
    version: row.version,
    createTime: row.create_time,
    updateTime: row.update_time,
  };
};

export const findJobs = async (db: Db, now: Date, query: Paging & JobFilters) => {
  const page = await paginate(query, selectJobs(db, query), {
    sortable: { id: 'id', createTime: 'create_time', updateTime: 'update_time' },
    order: [['id', 'asc']],
  });
  return { ...page, content: page.content.map((row) => viewOf(row, now)) };
};

export const streamJobs = async function* (db: Db, now: Date, filters: JobFilters) {
  for (const row of await selectJobs(db, filters).orderBy('id').execute()) yield viewOf(row, now);
};

const selectRuns = (db: Db, { jobName, createTime, jobId, isSuccess }: RunFilters) =>
  db
    .selectFrom('timing_log')
    .selectAll()
    .$call(whereGiven(jobId, (rows, given) => rows.where('job_id', '=', given)))
    .$call(whereGiven(jobName, (rows, given) => rows.where('job_name', 'like', likePattern(given))))
    .$call(whereGiven(isSuccess, (rows, given) => rows.where('succeeded', '=', given)))
    .$call(whereGiven(createTime, (rows, range) => rows.where(isWithin('create_time', range))));

const newestFirst = {
  sortable: { createTime: 'create_time' as const, id: 'id' as const },
  order: [
    ['create_time', 'desc'],
    ['id', 'desc'],
  ] as ['create_time' | 'id', 'desc'][],
};

export const findRuns = async (db: Db, query: Paging & RunFilters) => {
  const page = await paginateUpTo(MAX_LOGS, query, selectRuns(db, query), newestFirst);
  return {
    ...page,
    content: page.content.map((row) => ({
      id: row.id,
      jobId: row.job_id,
      jobName: row.job_name,
      beanName: jobById.get(row.job_id)?.key ?? '',
      methodName: 'run',
      params: null,
      cronExpression: row.cron,
      trigger: row.trigger,
      isSuccess: row.succeeded,
      result: row.result,
      exceptionDetail: row.error,
      time: row.duration_ms,
      createTime: row.create_time,
    })),
  };
};

export const streamRuns = (db: Db, filters: RunFilters) =>
  streamed(selectRuns(db, filters), undefined, newestFirst);
