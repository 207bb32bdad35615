import { sql } from 'kysely';
import { z } from 'zod';
import { endNames } from '@zhiping/shared/rules/cycle/edits.ts';
import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import type { CycleEvent } from '@zhiping/shared/rules/cycle/states.ts';
import { fillWords } from '@zhiping/shared/rules/message-text/message-texts.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import { notifyUsers } from '../../platform/live/messages.ts';
import { wordingOf } from '../../platform/outbox/wording.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import type { TaskKind } from '../../platform/tasks/task-kind.ts';
import { findCycleStep } from '../project/next-step.queries.ts';
import { notifyNextStep } from '../project/notify-next-step.ts';
import { isChecker } from '../project/notify-staff.ts';
import { writeToApplicant } from '../project/write-to-applicant.ts';
import type { StoredCycle } from './cycle-plan.ts';

const KIND = 'cycle.tell';

/** The words that fill the message; applicants are left out where it does not concern them. */
const Payload = z.object({
  cycleId: z.number(),
  message: z.enum(['suspend', 'resume', 'moved', 'stage']),
  toApplicants: z.record(z.string(), z.string()).nullable(),
  toSchools: z.record(z.string(), z.string()),
});
type Payload = z.output<typeof Payload>;

/** As SMS and mails say it: carriers send no free text. */
const news = {
  suspend: '已暂停',
  resume: '已恢复',
  moved: '时间有调整',
  stage: '进入下一阶段',
} as const;

/** States in which a project is not finished for its applicant. */
const open: readonly ProjectState[] = [
  'draft',
  'submitted',
  'returned',
  'notRecommended',
  'unitPublicity',
  'reported',
  'supplementing',
  'eligible',
  'inExternalReview',
];
/** States in which an applicant may still have to submit. */
const inHand: readonly ProjectState[] = ['draft', 'submitted', 'returned'];

const findApplications = (tx: Tx, { cycleId, message }: Payload) =>
  tx
    .selectFrom('project')
    .leftJoin('applicant', 'applicant.person_id', 'project.person_id')
    .leftJoin('sys_user', (join) =>
      join.onRef('sys_user.id', '=', 'applicant.user_id').on('sys_user.enabled', '=', true),
    )
    .select(['project.id', 'project.person_id', 'sys_user.id as userId'])
    .where('cycle_id', '=', cycleId)
    .where('project.state', 'in', message === 'moved' ? inHand : open)
    .where('sys_user.id', 'is not', null)
    .orderBy('project.id')
    .execute();

/**
 * Officers to notify. While projects come in, any school with an account may have some; later only schools that have
 * projects, and their supervising bodies.
 */
const findOfficers = async (tx: Tx, cycleId: number, isComing: boolean): Promise<number[]> => {
  const concerned = isComing
    ? sql<boolean>`dept_id is not null and not exists (select from user_role join role on role.id = role_id
        where user_role.user_id = sys_user.id and data_scope = '全部')`
    : sql<boolean>`dept_id in (with recursive above (id) as (
        select school_id from project where cycle_id = ${cycleId}
        union
        select dept.pid from above join dept on dept.id = above.id where dept.pid is not null
      ) select id from above
        union all select body_id from above join school on school.dept_id = above.id
          where exists (select from cycle where cycle.id = ${cycleId} and body_closes_at is not null))`;
  const { rows } = await sql<{ id: number }>`select id from sys_user
    where enabled and ${isChecker} and ${concerned} order by id`.execute(tx);
  return rows.map(({ id }) => id);
};

const notify = async (deps: Deps, tx: Tx, payload: Payload, at: Date) => {
  const { cycleId, message, toApplicants, toSchools } = payload;
  const { name, state } = await tx
    .selectFrom('cycle')
    .select(['name', 'state'])
    .where('id', '=', cycleId)
    .executeTakeFirstOrThrow();
  const wording = await wordingOf(tx, `cycle.${message}`);
  const messageWith = (words: Record<string, string>) => ({
    kind: message === 'resume' || message === 'stage' ? ('info' as const) : ('warning' as const),
    text: fillWords(wording, { cycle: name, ...words }),
  });
  const applications = toApplicants ? await findApplications(tx, payload) : [];
  await notifyUsers(
    tx,
    applications.map(({ id, userId }) => ({
      userId: userId!,
      link: `/apply/project?id=${id}`,
      projectId: id,
    })),
    messageWith(toApplicants ?? {}),
  );
  for (const application of applications)
    await writeToApplicant(tx, deps, application, {
      event: 'cycle',
      params: { news: news[message] },
      at,
    });
  const officers = await findOfficers(tx, cycleId, state === 'published' || state === 'applying');
  await notifyUsers(
    tx,
    officers.map((userId) => ({ userId, link: `/review/project?cycleId=${cycleId}` })),
    messageWith(toSchools),
  );
};

/** Sends the notices in the transaction that ends the task: all of them once, or none. */
export const notifyCycleKind = (deps: Deps): TaskKind => ({
  kind: KIND,
  attempts: 5,
  concurrency: 1,
  run: ({ task }) => {
    const payload = Payload.parse(task.payload);
    return Promise.resolve(async (tx) => {
      await notify(deps, tx, payload, deps.clock.now());
      return {};
    });
  },
});

const notifyLater = (tx: Tx, payload: Payload, dueAt: Date) => enqueue(tx, { kind: KIND, payload, dueAt });

/** Notifies applicants and schools that a cycle was suspended or resumed. */
export const notifyOfMove = async (
  tx: Tx,
  { id: cycleId }: Pick<StoredCycle, 'id'>,
  { event, reason, at }: { event: CycleEvent; reason: string | null; at: Date },
): Promise<void> => {
  if (event !== 'suspend' && event !== 'resume') return;
  const words: Record<string, string> = reason === null ? {} : { reason };
  await notifyLater(tx, { cycleId, message: event, toApplicants: words, toSchools: words }, at);
};

const stageNews: Partial<Record<CycleEvent, string>> = {
  publish: '已发布',
  open: '已开始申报',
  close: '申报已截止',
  review: '进入评审',
};

/** Notifies the office of the next step, and schools too where time moved the cycle: then it is theirs. */
export const notifyOfStage = async (
  tx: Tx,
  { id: cycleId }: Pick<StoredCycle, 'id'>,
  { event, actorId, now }: { event: CycleEvent; actorId: number | null; now: Date },
): Promise<void> => {
  const said = stageNews[event];
  if (said === undefined) return;
  await notifyNextStep(tx, { cycleId, news: said, actorId, now });
  if (event !== 'open' && event !== 'close') return;
  const next = await findCycleStep(tx, cycleId, { now });
  if (!next) return;
  const toSchools = { news: said, next: next.step.words };
  await notifyLater(tx, { cycleId, message: 'stage', toApplicants: null, toSchools }, now);
};

type End = 'applyClosesAt' | 'collegeClosesAt' | 'reportClosesAt' | 'bodyClosesAt';
type Ends = Pick<CyclePlan, End>;

/** Notifies applicants and schools of moved dates of a published cycle. */
export const notifyOfTimes = async (
  tx: Tx,
  { id: cycleId, state }: Pick<StoredCycle, 'id' | 'state'>,
  { before, after, at }: { before: Ends; after: Ends; at: Date },
): Promise<void> => {
  if (state === 'draft') return;
  const timesOf = (names: readonly End[]) =>
    names
      .filter((name) => before[name]?.getTime() !== after[name]?.getTime())
      .map((name) => {
        const end = after[name];
        return end ? `${endNames[name]}改为 ${formatDateTime(end)}` : `取消${endNames[name]}`;
      })
      .join('，');
  // When colleges check is between them and their school.
  const forApplicants = timesOf(['applyClosesAt', 'reportClosesAt']);
  const forSchools = timesOf(['applyClosesAt', 'collegeClosesAt', 'reportClosesAt', 'bodyClosesAt']);
  if (forSchools === '') return;
  await notifyLater(
    tx,
    {
      cycleId,
      message: 'moved',
      toApplicants: forApplicants === '' ? null : { times: forApplicants },
      toSchools: { times: forSchools },
    },
    at,
  );
};
