import type { z } from 'zod';
import type { Queue } from '@zhiping/shared/contracts/dashboard.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import type { CheckStep, ProjectState, Turn } from '@zhiping/shared/rules/project/states.ts';
import type { ProjectWaiting } from '@zhiping/shared/rules/project/waiting.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { findExperts } from '../expert/pool/expert.queries.ts';
import { ownStep } from '../project/checking-as.ts';
import { addressFor, findCycleSteps } from '../project/next-step.queries.ts';
import { findProjects } from '../project/project-list.queries.ts';
import { findMessages } from '../outbox/outbox.queries.ts';
import { findRuns } from '../timing/timing.queries.ts';
import { dayOf } from '../../platform/clock.ts';
import { confirmationQueue, extensionQueue, lateReviewQueue } from './review-queues.ts';
import { roundQueue } from './round-queue.ts';

type QueueData = z.input<typeof Queue>;

/** So many names stand on the page; the others are in the list behind it. */
const FIRST = { page: 0, size: 5 };

const remindedToday = async (db: Db, { at }: Principal, ids: number[]) => {
  const rows = await db
    .selectFrom('expert')
    .select('id')
    .where('id', 'in', ids)
    .where('reminded_on', '=', dayOf(at))
    .execute();
  return new Set(rows.map(({ id }) => id));
};

type ExpertQueue = Pick<QueueData, 'code' | 'title'> & {
  /** The permission of those who can act; others do not see the queue. */
  permission: Permission;
  /** As in the address of the list, so that the number is that of its rows. */
  filters: Partial<Record<'enabled' | 'confirmed' | 'accepted' | 'changed' | 'withSubject', boolean>>;
  /** Why each is in it, where the title does not say. */
  note?: string;
  isReminded?: true;
};

const expertQueue = async (
  deps: Deps,
  reader: Principal,
  { code, title, filters, note, isReminded }: ExpertQueue,
): Promise<QueueData> => {
  const { content, totalElements } = await findExperts(deps, reader, {
    ...FIRST,
    ...filters,
    createTime: undefined,
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) query.set(name, String(value));
  const maySend = isReminded && content.length > 0;
  const sent = maySend
    ? await remindedToday(
        deps.db,
        reader,
        content.map(({ id }) => id),
      )
    : null;
  const to = holds(reader, ['expert:list']) ? `/pool/expert?${query.toString()}` : null;
  return {
    code,
    title,
    total: totalElements,
    to,
    rows: content.map(({ id, name, schoolName }) => ({
      id,
      name,
      note: [schoolName, note].filter(Boolean).join('，') || null,
      to: to && `${to}&view=${id}`,
      reminder: sent && (sent.has(id) ? 'sent' : 'due'),
    })),
  };
};

const proposed: ExpertQueue = {
  code: 'proposed',
  title: '待入库推荐',
  permission: 'expert:enabled',
  filters: { accepted: false },
};
const unconfirmed: ExpertQueue = {
  code: 'unconfirmed',
  title: '待确认',
  permission: 'expert:edit',
  filters: { enabled: true, confirmed: false },
  isReminded: true,
};
const withoutSubject: ExpertQueue = {
  code: 'withoutSubject',
  title: '数据问题',
  permission: 'expert:edit',
  filters: { enabled: true, withSubject: false },
  note: '缺少学科',
};
const changed: ExpertQueue = {
  code: 'changed',
  title: '待审核变更',
  permission: 'expert:approve',
  filters: { enabled: true, changed: true },
};

const expertQueues = (deps: Deps, reader: Principal, queues: readonly ExpertQueue[]) =>
  Promise.all(
    queues
      .filter(({ permission }) => holds(reader, [permission]))
      .map((queue) => expertQueue(deps, reader, queue)),
  );

/** The next step of each running cycle. */
const cycleQueue = async ({ db }: Deps, reader: Principal): Promise<QueueData[]> => {
  if (!holds(reader, ['cycle:list']) || reader.deptScope !== null) return [];
  const steps = await findCycleSteps(db, reader.at);
  if (steps.length === 0) return [];
  return [
    {
      code: 'cycles',
      title: '批次下一步',
      total: steps.length,
      to: '/review/cycle',
      rows: steps.slice(0, FIRST.size).map((next) => ({
        id: next.id,
        name: next.name,
        note: next.step.words,
        to: addressFor(reader, next) ?? `/review/cycle?edit=${next.id}`,
        reminder: null,
      })),
    },
  ];
};

type ProjectQueue = Pick<QueueData, 'code' | 'title'> & {
  filters: { state: ProjectState; checkStep: Turn } | { waiting: ProjectWaiting };
};

const projectQueue = async (
  { db }: Deps,
  reader: Principal,
  { code, title, filters }: ProjectQueue,
): Promise<QueueData> => {
  const { content, totalElements } = await findProjects(db, reader, {
    ...FIRST,
    ...filters,
    createTime: undefined,
  });
  const to = `/review/project?${new URLSearchParams(filters).toString()}`;
  return {
    code,
    title,
    total: totalElements,
    to,
    rows: content.map(({ id, name, schoolName }) => ({
      id,
      name,
      note: schoolName,
      to: `${to}&id=${id}`,
      reminder: null,
    })),
  };
};

const toCheck = (checkStep: CheckStep): ProjectQueue => ({
  code: 'toCheck',
  title: '待审核申报',
  filters: { state: checkStep === 'body' ? 'reported' : 'submitted', checkStep },
});
/** A college neither publicises nor reports, a supervising body takes what is reported. */
const ofStep: Record<CheckStep, ProjectQueue[]> = {
  college: [toCheck('college')],
  school: [
    { code: 'objections', title: '公示异议待办结', filters: { waiting: 'objection' } },
    { code: 'toReport', title: '公示期满待报送', filters: { waiting: 'report' } },
    toCheck('school'),
  ],
  body: [toCheck('body')],
};
const ofOffice: ProjectQueue[] = [
  { code: 'toDecide', title: '待资格审查', filters: { state: 'reported', checkStep: 'office' } },
];

/** Queues of the review; outside of its season they are empty and not shown. */
const projectQueues = async (
  deps: Deps,
  reader: Principal,
  permission: Permission,
  queues: readonly ProjectQueue[],
) => {
  if (!holds(reader, [permission])) return [];
  const found = await Promise.all(queues.map((queue) => projectQueue(deps, reader, queue)));
  return found.filter(({ total }) => total > 0);
};

/** Queues of the review and the pool, most urgent first. */
export const officeQueues = async (deps: Deps, reader: Principal) =>
  (
    await Promise.all([
      confirmationQueue(deps, reader),
      roundQueue(deps, reader),
      extensionQueue(deps, reader),
      lateReviewQueue(deps, reader),
      projectQueues(deps, reader, 'project:decide', ofOffice),
      cycleQueue(deps, reader),
      expertQueues(deps, reader, [changed, proposed, unconfirmed, withoutSubject]),
    ])
  ).flat();

/** Queues of a school: checking projects, proposing and reminding experts; the rest is decided by the office. */
export const schoolQueues = async (deps: Deps, reader: Principal) =>
  (
    await Promise.all([
      confirmationQueue(deps, reader),
      projectQueues(deps, reader, 'project:check', ofStep[await ownStep(deps.db, reader)]),
      expertQueues(deps, reader, [
        unconfirmed,
        { ...proposed, title: '等待评审办入库', permission: 'expert:add' },
      ]),
    ])
  ).flat();

/** Failed work in a period that can be retried. */
export const systemQueues = async (
  { db }: Deps,
  reader: Principal,
  createTime: [Date, Date],
  addresses: { runs: string; messages: string },
): Promise<QueueData[]> => {
  const [runs, messages] = await Promise.all([
    findRuns(db, { ...FIRST, isSuccess: false, createTime }),
    findMessages(db, reader, { ...FIRST, status: 'failed', createTime }),
  ]);
  const runsTo = holds(reader, ['timing:list']) ? addresses.runs : null;
  const messagesTo = holds(reader, ['outbox:list']) ? addresses.messages : null;
  return [
    {
      code: 'failedJobs',
      title: '24 小时任务失败',
      total: runs.totalElements,
      to: runsTo,
      rows: runs.content.map(({ id, jobName, exceptionDetail }) => ({
        id,
        name: jobName,
        note: exceptionDetail,
        to: runsTo,
        reminder: null,
      })),
    },
    {
      code: 'failedMessages',
      title: '24 小时发送失败',
      total: messages.totalElements,
      to: messagesTo,
      rows: messages.content.map(({ id, recipient, error }) => ({
        id,
        name: recipient,
        note: error,
        to: messagesTo,
        reminder: null,
      })),
    },
  ];
};
