import type { Db } from '../../platform/database/db.ts';

/** Experts who have submitted a project in this cycle: they review nothing in it. */
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
