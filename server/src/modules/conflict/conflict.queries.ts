import { sql } from 'kysely';
import type { z } from 'zod';
import type { ConflictFilters, conflictApi, ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import type { PinnedSeverity } from '@zhiping/shared/rules/conflicts/kinds.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern, wordPattern } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, paginateUpTo, type Paging } from '../../platform/lists/paginate.ts';
import { abilitiesOf, isVisible, ownProjects, requireOffice } from './conflict.policy.ts';
import { findApplyingExperts } from './conflict-pairs.queries.ts';

/** A cycle may have a million of them; nobody turns so many pages. */
const MOST = 10_000;

/** Filters look their ids up first, so that the rows are found by an index whichever of them is given. */
const selectConflicts = async (db: Db, reader: Principal, filters: ConflictFilters) => {
  const { id, cycleId, projectId, expertId, schoolId, kind, effective, pinned, blurry } = filters;
  const schoolIds = schoolId === undefined ? undefined : await findSubtreeIds(db, 'dept', [schoolId]);
  return db
    .selectFrom('conflict')
    .where(isVisible(reader))
    .$call(whereGiven(id, (rows, given) => rows.where('conflict.id', '=', given)))
    .$call(whereGiven(cycleId, (rows, given) => rows.where('conflict.cycle_id', '=', given)))
    .$call(whereGiven(projectId, (rows, given) => rows.where('conflict.project_id', '=', given)))
    .$call(whereGiven(expertId, (rows, given) => rows.where('conflict.expert_id', '=', given)))
    .$call(whereGiven(kind, (rows, given) => rows.where('conflict.kind', '=', given)))
    .$call(
      // Written out, so that the planner knows the index of those.
      whereGiven(effective, (rows, given) =>
        rows.where(sql<boolean>`conflict.effective = ${sql.lit(given)}`),
      ),
    )
    .$call(whereGiven(pinned, (rows, given) => rows.where('conflict.pinned', given ? 'is not' : 'is', null)))
    .$call(
      whereGiven(schoolIds, (rows, given) =>
        rows.where(
          sql<boolean>`conflict.project_id = any(array(select id from project where school_id = any(${given}::bigint[])))`,
        ),
      ),
    )
    .$call(
      whereGiven(blurry, (rows, given) =>
        rows.where(
          sql<boolean>`(conflict.expert_id = any(array(select id from expert where search_text like ${wordPattern(given)}))
            or conflict.project_id = any(array(
              select project.id from teacher join project using (person_id, school_id)
              where teacher.search_text like ${wordPattern(given)}
              union select id from project where no like ${likePattern(given)})))`,
        ),
      ),
    );
};

/** The newest first. */
const newestFirst = {
  sortable: { id: 'conflict.id' },
  order: [['conflict.id', 'desc']],
} satisfies Ordering<Schema, 'conflict'>;

/** Of one application or expert the rare kinds first: by their names, of which that of the same unit is nearly the last. */
const rareFirst = {
  ...newestFirst,
  order: [
    ['conflict.kind', 'asc'],
    ['conflict.id', 'desc'],
  ],
} satisfies Ordering<Schema, 'conflict'>;

/** Rows with the words of both sides. */
const readRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('conflict')
    .leftJoin('conflict_source', 'conflict_source.project_id', 'conflict.project_id')
    .leftJoin('project', 'project.id', 'conflict.project_id')
    .leftJoin('cycle', 'cycle.id', 'conflict.cycle_id')
    .leftJoin('dept as school', 'school.id', 'project.school_id')
    .leftJoin('expert', 'expert.id', 'conflict.expert_id')
    .leftJoin('dept as unit', 'unit.id', 'expert.school_id')
    .leftJoin('sys_user as person', 'person.id', 'conflict.pinned_by')
    .select([
      'conflict.id',
      'conflict.project_id as projectId',
      sql<string>`coalesce(project.no, '')`.as('projectNo'),
      sql<string>`coalesce(conflict_source.name, '')`.as('applicantName'),
      sql<string>`school.name`.as('schoolName'),
      'conflict.expert_id as expertId',
      sql<string>`expert.name`.as('expertName'),
      'unit.name as expertUnit',
      'conflict.kind',
      'severity',
      sql<PinnedSeverity>`effective`.as('effective'),
      'evidence',
      'source',
      'pinned',
      'pin_reason as pinReason',
      'person.nick_name as pinnedBy',
      'pinned_at as pinnedAt',
      'computed_at as computedAt',
      'suspended_reason as suspendedReason',
    ])
    .where(sql<boolean>`conflict.id = any(${[...ids]}::bigint[])`)
    .execute();

/** Conflicts, found by their keys, then read with the words of both sides. */
export const findConflictRows = async (
  db: Db,
  reader: Principal,
  query: Paging & ConflictFilters,
): Promise<{ content: z.input<typeof ConflictRow>[]; totalElements: number }> => {
  const filtered = (await selectConflicts(db, reader, query)).select('conflict.id');
  const isOfOne = query.projectId !== undefined || query.expertId !== undefined;
  const page = await paginateUpTo(MOST, query, filtered, isOfOne ? rareFirst : newestFirst);
  const ids = page.content.map(({ id }) => id);
  const rows = new Map((ids.length > 0 ? await readRows(db, ids) : []).map((row) => [row.id, row]));
  return {
    content: ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [{ ...row, can: abilitiesOf(reader, row) }] : [];
    }),
    totalElements: page.totalElements,
  };
};

type Of = { cycleId: number } | { projectId: number } | { expertId: number };

const countConflicts = async (db: Db, reader: Principal, of: Of) => {
  const { block, warn, pinned } = await (
    await selectConflicts(db, reader, of)
  )
    .select([
      sql<number>`count(*) filter (where effective = 'block')`.as('block'),
      sql<number>`count(*) filter (where effective = 'warn')`.as('warn'),
      sql<number>`count(pinned)`.as('pinned'),
    ])
    .executeTakeFirstOrThrow();
  return { block, warn, pinned };
};

/** Cycles that are published, the newest first. */
export const findConflictCycles = (db: Db, reader: Principal) => {
  requireOffice(reader, '批次');
  return db
    .selectFrom('cycle')
    .select(['id', 'name'])
    .where('rule_version', 'is not', null)
    .orderBy('id', 'desc')
    .execute();
};

const findTask = (db: Db, taskId: number | null, isCancelled: boolean) =>
  taskId === null
    ? undefined
    : db
        .selectFrom('task')
        .select(['state', 'done', 'total', 'error', sql<boolean>`${isCancelled}::boolean`.as('isCancelled')])
        .where('id', '=', taskId)
        .executeTakeFirst();

/** How the conflicts of a cycle stand: as of when they hold, how many there are, and what is being computed. */
export const readConflictState = async (
  db: Db,
  reader: Principal,
  cycleId: number,
): Promise<z.input<typeof conflictApi.state.result>> => {
  requireOffice(reader, '批次');
  const found = await db
    .selectFrom('cycle')
    .leftJoin('conflict_run', 'cycle_id', 'cycle.id')
    .select([
      'cycle.id',
      'name',
      'state',
      'cycle.rule_version as current',
      'conflict_run.rule_version as computed',
      'computed_at as computedAt',
      'task_id as taskId',
      'is_cancelled as isCancelled',
      'projects',
      'experts',
      sql<boolean>`exists (select from conflict_due)`.as('isWaiting'),
    ])
    .where('cycle.id', '=', cycleId)
    .where('cycle.rule_version', 'is not', null)
    .executeTakeFirst();
  if (!found) throw notFound('批次');
  const { id, name, state, current, computed, computedAt, taskId, isWaiting } = found;
  return {
    cycle: { id, name, state },
    computedAt,
    isOutdated: computed !== null && computed !== current,
    isWaiting,
    projects: found.projects ?? 0,
    experts: found.experts ?? 0,
    counts: await countConflicts(db, reader, { cycleId }),
    applying: await findApplyingExperts(db, cycleId),
    task: (await findTask(db, taskId, found.isCancelled ?? false)) ?? null,
  };
};

/** Whose application it is, and how many experts it rules out. */
export const readProjectConflicts = async (db: Db, reader: Principal, id: number) => {
  requireOffice(reader, '申报');
  const found = await db
    .selectFrom('conflict_source')
    .innerJoin('project', 'project.id', 'project_id')
    .innerJoin('cycle', 'cycle.id', 'project.cycle_id')
    .innerJoin('dept', 'dept.id', 'project.school_id')
    .select([
      'project.id',
      sql<string>`project.no`.as('no'),
      'conflict_source.name',
      'dept.name as schoolName',
      'cycle.id as cycleId',
      'cycle.name as cycleName',
    ])
    .where('project.id', '=', id)
    .where(sql<boolean>`project.id <> all(array${ownProjects(reader)})`)
    .executeTakeFirst();
  if (!found) throw notFound('申报');
  const { cycleId, cycleName, ...project } = found;
  return {
    ...project,
    cycle: { id: cycleId, name: cycleName },
    counts: await countConflicts(db, reader, { projectId: id }),
    applying: await findApplyingExperts(db, cycleId),
  };
};

/** An expert with what was declared about him, and how many applications he is ruled out of. */
export const readExpertConflicts = async (
  db: Db,
  reader: Principal,
  id: number,
): Promise<z.input<typeof conflictApi.expert.result>> => {
  requireOffice(reader, '专家');
  const expert = await db
    .selectFrom('expert')
    .leftJoin('dept', 'dept.id', 'school_id')
    .select(['expert.id', 'expert.name', 'dept.name as schoolName', 'person_id as personId'])
    .where('expert.id', '=', id)
    .executeTakeFirst();
  if (!expert) throw notFound('专家');
  const relations = await db
    .selectFrom('declared_relation')
    .select([
      'id',
      'kind',
      'name',
      'unit',
      'reason',
      'declared_by as declaredBy',
      'create_time as createTime',
    ])
    .where('expert_id', '=', id)
    .orderBy('id')
    .execute();
  const appliesIn = await db
    .selectFrom('cycle')
    .innerJoin('project', 'project.cycle_id', 'cycle.id')
    .select(['cycle.id', 'cycle.name'])
    .distinct()
    .where('project.person_id', '=', expert.personId)
    .where('project.no', 'is not', null)
    .where('project.state', '<>', 'withdrawn')
    .orderBy('cycle.id', 'desc')
    .execute();
  return { ...expert, relations, appliesIn, counts: await countConflicts(db, reader, { expertId: id }) };
};
