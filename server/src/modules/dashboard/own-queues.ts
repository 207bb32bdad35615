import type { z } from 'zod';
import type { Queue } from '@zhiping/shared/contracts/dashboard.ts';
import { isInWork, type ProjectCase, projectStates } from '@zhiping/shared/rules/project/states.ts';
import { isPast } from '@zhiping/shared/rules/review-rule/moments.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { isOwnProject } from '../project/project.policy.ts';
import type { StoredProject } from '../project/project-workflow.ts';
import { caseOf, findProjectCycle } from '../project/project-cycle.queries.ts';
import { findLastReturn } from '../project/returns.queries.ts';

type QueueData = z.input<typeof Queue>;
type Row = QueueData['rows'][number];

const MY_PROJECTS = '/apply/project';

const untilWords = (end: Date | null) => (end ? `，截止 ${formatDateTime(end).slice(5, 16)}` : '');

/** Why nothing can be done about it any more, or null; what waits for supplements lapses by the clock. */
const denialOf = ({ state }: StoredProject, { windowDenial, reportDenial }: ProjectCase) => {
  if (state === 'draft') return windowDenial;
  return state === 'returned' ? reportDenial : null;
};

const rowOf = async (db: Db, reader: Principal, stored: StoredProject): Promise<Row | null> => {
  const cycle = await findProjectCycle(db, stored.cycle_id);
  const subject = await caseOf(db, stored, { cycle, at: reader.at });
  if (denialOf(stored, subject) !== null) return null;
  const ends = {
    draft: cycle.applyClosesAt,
    returned: subject.reportEnd,
    supplementing: (await findLastReturn(db, stored.id))?.dueAt ?? null,
  };
  const end = isInWork(stored.state) ? ends[stored.state as keyof typeof ends] : null;
  const { suspendedReason } = subject;
  return {
    id: stored.id,
    name: cycle.name,
    note: suspendedReason === null ? `${projectStates[stored.state]}${untilWords(end)}` : '批次已暂停',
    to: `${MY_PROJECTS}?id=${stored.id}`,
    reminder: null,
  };
};

/** Open cycles for an applicant without a project: an administrator has the permission to apply, but is no teacher. */
const toBegin = async (db: Db, { at, userId }: Principal): Promise<Row[]> => {
  const cycles = await db
    .selectFrom('cycle')
    .select(['id', 'name', 'apply_closes_at'])
    .where('state', '=', 'applying')
    .where('suspended_reason', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('applicant').select('person_id').where('user_id', '=', userId)),
    )
    .orderBy('apply_closes_at')
    .execute();
  return cycles
    .filter(({ apply_closes_at }) => apply_closes_at !== null && !isPast(apply_closes_at, at))
    .map(({ id, name, apply_closes_at }) => ({
      id,
      name,
      note: `尚未填写${untilWords(apply_closes_at)}`,
      to: MY_PROJECTS,
      reminder: null,
    }));
};

const queueOf = (code: string, title: string, rows: Row[]): QueueData[] =>
  rows.length === 0 ? [] : [{ code, title, total: rows.length, to: MY_PROJECTS, rows }];

/**
 * Projects that an applicant has to fill in, mend or supplement; otherwise cycles in which they could start one. There
 * are few.
 */
export const ownApplicationQueues = async (db: Db, reader: Principal): Promise<QueueData[]> => {
  if (!holds(reader, ['project:apply'])) return [];
  const own = await db
    .selectFrom('project')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .selectAll('project')
    .where(isOwnProject(reader))
    .where('project.state', '<>', 'withdrawn')
    .where('cycle.state', 'in', ['published', 'applying', 'checking'])
    .orderBy('project.id', 'desc')
    .execute();
  if (own.length === 0) return queueOf('toBegin', '正在申报的批次', await toBegin(db, reader));
  const rows = await Promise.all(
    own.filter(({ state }) => isInWork(state)).map((stored) => rowOf(db, reader, stored)),
  );
  return queueOf(
    'toApply',
    '我的申报待办',
    rows.filter((row) => row !== null),
  );
};
