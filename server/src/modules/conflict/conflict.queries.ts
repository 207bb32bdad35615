import { sql } from 'kysely';
import type { z } from 'zod';
import type { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { isOthersCase } from '../person/own-case.ts';
import { requireOffice } from './conflict.policy.ts';
import { findOwnCaseTest } from './own-case.ts';
import { countConflicts } from './conflict-list.queries.ts';
import { findApplyingExperts } from './applying-experts.queries.ts';
import { unitName } from '../school/unit-name.ts';
import { isDueFor } from './pending.queries.ts';

/** Cycles that are published, the newest first. */
export const findConflictCycles = (db: Db, reader: Principal) => {
  requireOffice(reader, '批次');
  return db
    .selectFrom('cycle')
    .select(['id', 'name', 'suspended_reason as suspendedReason'])
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
      isDueFor(cycleId).as('isWaiting'),
      'problem',
    ])
    .where('cycle.id', '=', cycleId)
    .where('cycle.rule_version', 'is not', null)
    .executeTakeFirst();
  if (!found) throw notFound('批次');
  const { id, name, state, current, computed, computedAt, taskId, isWaiting, problem } = found;
  return {
    cycle: { id, name, state },
    computedAt,
    isOutdated: computed !== null && computed !== current,
    isWaiting,
    problem,
    projects: found.projects ?? 0,
    experts: found.experts ?? 0,
    counts: await countConflicts(db, reader, { cycleId }),
    applying: await findApplyingExperts(db, cycleId),
    task: (await findTask(db, taskId, found.isCancelled ?? false)) ?? null,
  };
};

/** The applicant of a project, and the number of experts that it rules out. */
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
      unitName().as('schoolName'),
      'cycle.id as cycleId',
      'cycle.name as cycleName',
    ])
    .where('project.id', '=', id)
    .where(isOthersCase(reader, 'project.id'))
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

/** An expert with the declared relations, and the number of projects that they are ruled out of. */
export const readExpertConflicts = async (
  db: Db,
  reader: Principal,
  id: number,
): Promise<z.input<typeof conflictApi.expert.result>> => {
  requireOffice(reader, '专家');
  const expert = await db
    .selectFrom('expert')
    .leftJoin('dept', 'dept.id', 'school_id')
    .select(['expert.id', 'expert.name', unitName<string | null>().as('schoolName'), 'person_id as personId'])
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
  const isOwnCase = await findOwnCaseTest(db, reader);
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
  return {
    ...expert,
    relations: relations.filter((relation) => !isOwnCase(relation)),
    appliesIn,
    counts: await countConflicts(db, reader, { expertId: id }),
  };
};
