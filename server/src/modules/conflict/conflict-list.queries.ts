import { sql } from 'kysely';
import type { z } from 'zod';
import type { ConflictFilters, ConflictRow } from '@zhiping/shared/contracts/conflict.ts';
import type { PinnedSeverity } from '@zhiping/shared/rules/conflict/kinds.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern, wordPattern } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { findSubtreeIds } from '../../platform/database/tree-rows.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import {
  findAllKeys,
  type Key,
  type Ordering,
  paginateUpTo,
  type Paging,
} from '../../platform/lists/paginate.ts';
import { abilitiesOf, isVisible } from './conflict.policy.ts';
import { unitName } from '../school/unit-name.ts';

/** A cycle may have a million of them; more pages are not reachable. */
const MOST = 10_000;
/** Of so few all keys are asked for: with a limit PostgreSQL would look for a rare name along the whole order. */
const FEW = 2000;

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

const selectKeys = async (db: Db, reader: Principal, filters: ConflictFilters) =>
  (await selectConflicts(db, reader, filters)).select('conflict.id');

/** The newest first. */
const newestFirst = {
  sortable: { id: 'conflict.id' },
  order: [['conflict.id', 'desc']],
} satisfies Ordering<Schema, 'conflict'>;

/** Order within one project or expert: by the name of the kind, which puts the frequent "same unit" nearly last. */
const rareFirst = {
  ...newestFirst,
  order: [
    ['conflict.kind', 'asc'],
    ['conflict.id', 'desc'],
  ],
} satisfies Ordering<Schema, 'conflict'>;

/** The person who decided; both where two were needed. */
const lifters = sql<
  string | null
>`coalesce((select asked_name || '提出、' || answered_name || '复核' from confirmation
  where act = 'liftConflict' and object_id = conflict.id and confirmation.state = 'confirmed'
    and answered_at = conflict.pinned_at), ${actorName('person')})`;

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
      unitName('school').as('schoolName'),
      'conflict.expert_id as expertId',
      sql<string>`expert.name`.as('expertName'),
      unitName<string | null>('unit').as('expertUnit'),
      'conflict.kind',
      'severity',
      sql<PinnedSeverity>`effective`.as('effective'),
      'evidence',
      'source',
      'pinned',
      'pin_reason as pinReason',
      lifters.as('pinnedBy'),
      'pinned_at as pinnedAt',
      'computed_at as computedAt',
      'suspended_reason as suspendedReason',
    ])
    .where(sql<boolean>`conflict.id = any(${[...ids]}::bigint[])`)
    .execute();

const pageOfFew = ({ page, size }: Paging, keys: readonly Key[]) => ({
  ids: keys.slice(page * size, (page + 1) * size) as number[],
  totalElements: keys.length,
});

const pageOfMany = async (
  query: Paging,
  filtered: Awaited<ReturnType<typeof selectKeys>>,
  ordering: typeof newestFirst | typeof rareFirst,
) => {
  const { content, totalElements } = await paginateUpTo(MOST, query, filtered, ordering);
  return { ids: content.map(({ id }) => id), totalElements };
};

/** Conflicts, found by their keys, then read with the words of both sides. */
export const findConflictRows = async (
  db: Db,
  reader: Principal,
  query: Paging & ConflictFilters,
): Promise<{ content: z.input<typeof ConflictRow>[]; totalElements: number }> => {
  const filtered = await selectKeys(db, reader, query);
  const isOfOne = query.projectId !== undefined || query.expertId !== undefined;
  const ordering = isOfOne ? rareFirst : newestFirst;
  const first = await filtered.limit(FEW + 1).execute();
  const { ids, totalElements } =
    first.length <= FEW
      ? pageOfFew(query, await findAllKeys(filtered, query.sort, ordering))
      : await pageOfMany(query, filtered, ordering);
  const rows = new Map((ids.length > 0 ? await readRows(db, ids) : []).map((row) => [row.id, row]));
  return {
    content: ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [{ ...row, can: abilitiesOf(reader, row) }] : [];
    }),
    totalElements,
  };
};

type Of = { cycleId: number } | { projectId: number } | { expertId: number };

/** How many there are, after the decisions of people. */
export const countConflicts = async (db: Db, reader: Principal, of: Of) => {
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
