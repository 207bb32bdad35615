import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** What a draw needs of conflicts; whoever assigns asks here and nowhere else. */

export type ConflictPair = { projectId: number; expertId: number; severity: 'block' | 'warn' };

/**
 * Every pair of a cycle that must not, or should rather not, come together, after the decisions of people: once each, the strictest.
 * Experts who apply in the cycle come on top (`findApplyingExperts`).
 */
export const findConflictPairs = (db: Db, cycleId: number): Promise<ConflictPair[]> =>
  db
    .selectFrom('conflict')
    .select([
      'project_id as projectId',
      'expert_id as expertId',
      sql<'block' | 'warn'>`min(effective)`.as('severity'),
    ])
    .where('cycle_id', '=', cycleId)
    .where('effective', 'in', ['block', 'warn'])
    .groupBy(['project_id', 'expert_id'])
    .execute();

/** Experts who have handed in an application in this cycle: none of them reviews anything in it. */
export const findApplyingExperts = (db: Db, cycleId: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('expert')
    .innerJoin('project', 'project.person_id', 'expert.person_id')
    .select(['expert.id', 'expert.name'])
    .distinct()
    .where('cycle_id', '=', cycleId)
    .where('project.no', 'is not', null)
    .where('project.state', '<>', 'withdrawn')
    .orderBy('expert.id')
    .execute();

/** Why an expert must not review an application, the reasons that hold. */
export const findConflictsOfPair = (db: Db, projectId: number, expertId: number) =>
  db
    .selectFrom('conflict')
    .select(['id', 'kind', 'effective as severity', 'evidence', 'pinned', 'pin_reason as pinReason'])
    .where('project_id', '=', projectId)
    .where('expert_id', '=', expertId)
    .where('effective', 'in', ['block', 'warn'])
    .orderBy('effective')
    .orderBy('id')
    .execute();
