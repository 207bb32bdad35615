import { sql } from 'kysely';
import type { z } from 'zod';
import type { Queue } from '@zhiping/shared/contracts/dashboard.ts';
import { assignmentStates, awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { confirmedActs } from '@zhiping/shared/rules/confirmation/acts.ts';
import { isPast, lastOver } from '@zhiping/shared/rules/review-rule/moments.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Deps } from '../../deps.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { pageOf } from '../confirmation/page-of.ts';
import { findAnswerable } from '../confirmation/confirmation.queries.ts';
import { coveredCycles } from '../mapping/mapping.policy.ts';
import { isOthersPlace, isOthersReview } from '../assignment/assignment.policy.ts';
import { isOthersRequest } from '../round/extension-requests.ts';

type QueueData = z.input<typeof Queue>;

const FIRST = 5;

const untilWords = (dueAt: Date | null) => (dueAt ? `，截止 ${formatDateTime(dueAt).slice(5, 16)}` : '');

/** Opinions that an expert has not submitted: those that can still be written, most urgent first, then late ones. */
export const ownReviewQueue = async ({ db }: Pick<Deps, 'db'>, reader: Principal): Promise<QueueData[]> => {
  if (!holds(reader, ['review:own'])) return [];
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .innerJoin('project', 'project.id', 'project_id')
    .select([
      'assignment.id',
      'bag_no',
      'assignment.state',
      'assignment.cycle_id',
      'due_at',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where('expert.user_id', '=', reader.userId)
    .where('expert.enabled', '=', true)
    .where('assignment.state', 'in', awaitedStates)
    .orderBy(sql`due_at <= ${lastOver(reader.at)} is true`)
    .orderBy('due_at')
    .orderBy('bag_no')
    .limit(FIRST)
    .execute();
  if (rows.length === 0) return [];
  return [
    {
      code: 'toReview',
      title: '待评审材料',
      total: Number(rows[0]!.total),
      to: '/desk/task',
      rows: rows.map(({ id, bag_no, state, cycle_id, due_at }) => ({
        id,
        name: bag_no,
        note: `${due_at !== null && isPast(due_at, reader.at) ? '已逾期' : assignmentStates[state]}${untilWords(due_at)}`,
        to: state === 'released' ? `/desk/task?sign=${cycle_id}` : `/desk/task?task=${id}`,
        reminder: null,
      })),
    },
  ];
};

/** Late experts, for those who run the round. */
export const lateReviewQueue = async ({ db }: Pick<Deps, 'db'>, reader: Principal): Promise<QueueData[]> => {
  if (!holds(reader, ['review:list']) || reader.deptScope !== null) return [];
  const rows = await db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .innerJoin('project', 'project.id', 'project_id')
    .select([
      'assignment.id',
      'project_id',
      'assignment.cycle_id',
      'expert.name',
      'project.no',
      'due_at',
      sql<boolean>`assignment.cycle_id in ${coveredCycles}`.as('isCovered'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where('assignment.state', 'in', awaitedStates)
    .where('due_at', '<=', lastOver(reader.at))
    .where(isOthersPlace(reader))
    .where(isOthersReview(reader))
    .orderBy('due_at')
    .orderBy('assignment.id')
    .limit(FIRST)
    .execute();
  const [first] = rows;
  if (!first) return [];
  const to = `/review/assignment?cycleId=${first.cycle_id}&mark=late`;
  return [
    {
      code: 'lateReviews',
      title: '评审逾期',
      total: Number(first.total),
      to,
      rows: rows.map(({ id, project_id, cycle_id, name, no, due_at, isCovered }) => ({
        id,
        name: isCovered ? `${no ?? ''} 的专家` : name,
        note: `${no ?? ''}${untilWords(due_at)}`,
        to: `/review/assignment?cycleId=${cycle_id}&id=${project_id}`,
        reminder: null,
      })),
    },
  ];
};

/** Experts who ask for more time. */
export const extensionQueue = async ({ db }: Pick<Deps, 'db'>, reader: Principal): Promise<QueueData[]> => {
  if (!holds(reader, ['review:return']) || reader.deptScope !== null) return [];
  const rows = await db
    .selectFrom('extension_request')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .select(['extension_request.id', 'cycle_id', 'expert.name', 'reason'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('answer', 'is', null)
    .where(sql<boolean>`expert.user_id is distinct from ${reader.userId}`)
    .where(isOthersRequest(reader))
    .orderBy('extension_request.id')
    .limit(FIRST)
    .execute();
  const [first] = rows;
  if (!first) return [];
  const toCycle = (id: number) => `/review/progress?part=expert&cycleId=${id}&hasRequest=true`;
  return [
    {
      code: 'extensions',
      title: '专家申请延期',
      total: Number(first.total),
      to: toCycle(first.cycle_id),
      rows: rows.map(({ id, cycle_id, name, reason }) => ({
        id,
        name,
        note: reason,
        to: toCycle(cycle_id),
        reminder: null,
      })),
    },
  ];
};

/** Acts that wait for the reader as second person. */
export const confirmationQueue = async (
  { db }: Pick<Deps, 'db'>,
  reader: Principal,
): Promise<QueueData[]> => {
  if (!holds(reader, ['confirmation:list'])) return [];
  const found = await findAnswerable(db, reader);
  if (found.length === 0) return [];
  return [
    {
      code: 'confirmations',
      title: '待您复核',
      total: found.length,
      to: '/review/confirmation?state=waiting',
      rows: found.slice(0, FIRST).map(({ id, act, summary }) => ({
        id,
        name: confirmedActs[act],
        note: summary,
        to: pageOf(id),
        reminder: null,
      })),
    },
  ];
};
