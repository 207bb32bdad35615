import { sql } from 'kysely';
import type { z } from 'zod';
import type { reviewApi, ReviewTask } from '@zhiping/shared/contracts/review.ts';
import { isAwaited as isAwaitedState } from '@zhiping/shared/rules/assignment/states.ts';
import { lastOver } from '@zhiping/shared/rules/review-rule/moments.ts';
import { subjectOfPath, pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { forbidden } from '../../platform/errors.ts';
import { type Ordering, paginate } from '../../platform/lists/paginate.ts';
import { findFullNames } from '../subject/subject.queries.ts';
import { isAwaited, isPast } from '../assignment/assignment-workflow.ts';
import { isOthersPlace, isOthersReview } from '../assignment/assignment.policy.ts';
import { findMapping, isShownTo, recordReading, requireShown } from '../mapping/mapping.policy.ts';
import { findHelp } from './extension.queries.ts';
import { isHalted, isListed } from './opinion.policy.ts';
import { isKnownTitle, titleForExpert } from './title-for-expert.ts';

const formOf = (path: string) => sql.raw(`project_snapshot.content #> '{form,${path}}'`);

/** Released assignments with the last submitted content. */
const tasks = (db: Db) =>
  db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'assignment.project_id')
    .innerJoin('cycle', 'cycle.id', 'assignment.cycle_id')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .innerJoin('project_snapshot', (join) =>
      join
        .onRef('project_snapshot.project_id', '=', 'project.id')
        .on(
          'project_snapshot.round',
          '=',
          sql<number>`(select max(round) from project_snapshot newest where newest.project_id = project.id)`,
        ),
    )
    .leftJoin('review', 'review.assignment_id', 'assignment.id')
    .select([
      'assignment.id as assignmentId',
      'project.id as projectId',
      'project.no as projectNo',
      'project.bag_no as bagNo',
      sql<string>`project_snapshot.content #>> '{person,name}'`.as('name'),
      sql<string>`project_snapshot.content #>> '{person,schoolName}'`.as('schoolName'),
      'cycle.id as cycleId',
      'cycle.name as cycleName',
      'cycle.suspended_reason as suspendedReason',
      sql<boolean>`(rule_set.content ->> 'blind')::boolean`.as('blind'),
      'project.title_series as titleSeries',
      'project.title_level as titleLevel',
      'project.title_name as titleName',
      sql<{ path: string[] }[] | null>`${formOf('target,subjects')}`.as('subjects'),
      sql<number>`jsonb_array_length(coalesce(${formOf('works,works')}, '[]'))`.as('workCount'),
      'assignment.state as status',
      'assignment.accepted_at as commitmentSignedAt',
      'review.saved_at as draftSavedAt',
      'assignment.due_at as dueAt',
      'assignment.submitted_at as submittedAt',
      sql<string | null>`case when assignment.state = 'returned' then assignment.ended_reason end`.as(
        'returnedReason',
      ),
      isHalted.as('isHalted'),
      isKnownTitle.as('isKnownTitle'),
    ])
    .where(isListed);

type Found = Awaited<ReturnType<ReturnType<typeof tasks>['execute']>>[number];

/** The cast is what the contract checks again: the level stands in the column as it was validated in the form. */
const shown = (
  { subjects, projectId, projectNo, name, schoolName, blind, isKnownTitle: isKnown, ...task }: Found,
  { names, at }: { names: Map<string, string>; at: Date },
): z.input<typeof ReviewTask> => {
  const path = subjects?.[0]?.path;
  const key = path ? subjectOfPath(path) : null;
  const subject = path && key ? { ...key, fullName: names.get(pathKey(path)) ?? pathKey(path) } : null;
  const isLate = isAwaitedState(task.status) && isPast(task.dueAt, at);
  const titleName = titleForExpert(task.titleName, { blind, isKnown });
  const common = { ...task, titleName, isLate, stage: 'external' as const, subject } as Omit<
    Extract<z.input<typeof ReviewTask>, { blind: true }>,
    'blind'
  >;
  return blind
    ? { blind: true, ...common }
    : { blind: false, ...common, projectId, projectNo: projectNo ?? '', name, schoolName };
};

const withNames = async (db: Db, found: readonly Found[], at: Date) => {
  const paths = found.flatMap(({ subjects }) => subjects?.slice(0, 1).map(({ path }) => path) ?? []);
  const names = paths.length > 0 ? await findFullNames(db, paths) : new Map<string, string>();
  return found.map((one) => shown(one, { names, at }));
};

/** Assignments waiting for the commitment, in the order of their bags, which reveals no order of submission. */
export const findUnsigned = async (
  db: Db,
  { expertId, cycleId, at }: { expertId: number; cycleId: number; at: Date },
) =>
  withNames(
    db,
    await tasks(db)
      .where('assignment.expert_id', '=', expertId)
      .where('assignment.cycle_id', '=', cycleId)
      .where('assignment.state', '=', 'released')
      .orderBy('project.bag_no')
      .execute(),
    at,
  );

/** The expert of this account; null if there is none. */
export const findOwnExpert = async (db: Db, { userId }: Pick<Principal, 'userId'>) => {
  const own = await db
    .selectFrom('expert')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return own ?? null;
};

const ordering = {
  sortable: { dueAt: 'assignment.due_at', bagNo: 'project.bag_no', status: 'assignment.state' },
  order: [
    ['assignment.due_at', 'asc'],
    ['project.bag_no', 'asc'],
  ],
} satisfies Ordering<Schema, 'assignment' | 'project'>;

type Query = z.output<typeof reviewApi.list.query> & { id: number };

/** Experts read their own list; those who run the review read any list, but no school learns who reviews what. */
const findIsOwn = async (db: Db, reader: Principal, expertId: number): Promise<boolean> => {
  const own = await findOwnExpert(db, reader);
  if (own?.id === expertId) return true;
  if (!holds(reader, ['review:list']) || reader.deptScope !== null) throw forbidden();
  return false;
};

/** Records for which cycles a reader saw, under a confirmed request, who has which project. */
const recordCycles = async (db: Db, reader: Principal, found: readonly { cycleId: number }[]) => {
  for (const cycleId of new Set(found.map((one) => one.cycleId)))
    await recordReading(db, reader, await findMapping(db, reader, cycleId), { cycleId, what: 'tasks' });
};

/** The files of an expert (specification: `api/expert/project/{id}`). */
export const findTasks = async (db: Db, reader: Principal, { id, cycleId, status, ...query }: Query) => {
  const isOwn = await findIsOwn(db, reader, id);
  if (!isOwn && cycleId !== undefined) await requireShown(db, reader, cycleId);
  // Bag numbers of another expert are a mapping; beside the own ones they would reveal the other reviewers of a
  // project.
  const isKnown = isOwn
    ? sql<boolean>`true`
    : sql<boolean>`${isShownTo(reader)} and ${isOthersReview(reader)}`;
  const own = tasks(db)
    .where('assignment.expert_id', '=', id)
    .where(isOthersPlace(reader))
    .where(isKnown)
    .$call(whereGiven(cycleId, (rows, given) => rows.where('assignment.cycle_id', '=', given)));
  const page = await paginate(
    query,
    own.$call(whereGiven(status, (rows, given) => rows.where('assignment.state', '=', given))),
    ordering,
  );
  if (!isOwn) await recordCycles(db, reader, page.content);
  const summary = await db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'assignment.project_id')
    .select([
      sql<number>`count(*) filter (where assignment.state not in ('declined', 'recused'))`.as('assigned'),
      sql<number>`count(*) filter (where assignment.state in ('submitted', 'locked'))`.as('submitted'),
      sql<number>`count(*) filter (where ${isAwaited}
        and due_at <= ${lastOver(reader.at)})`.as('overdue'),
      sql<number>`count(*) filter (where assignment.state = 'released')`.as('needCommitment'),
    ])
    .where('expert_id', '=', id)
    .where(isListed)
    .where(isOthersPlace(reader))
    .where(isKnown)
    .$call(whereGiven(cycleId, (rows, given) => rows.where('assignment.cycle_id', '=', given)))
    .executeTakeFirstOrThrow();
  const content = await withNames(db, page.content as Found[], reader.at);
  const late = new Set(content.flatMap((task) => (task.isLate ? [task.cycleId] : [])));
  return {
    content,
    totalElements: page.totalElements,
    summary,
    late: isOwn ? await findHelp(db, id, [...late]) : [],
  };
};
