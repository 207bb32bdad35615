import type { Db } from '../../platform/database/db.ts';
import { whereGiven } from '../../platform/database/where-given.ts';

/** The last submission, or the given one. A readable project was submitted at least once. */
export const findSnapshot = (db: Db, projectId: number, round?: number) =>
  db
    .selectFrom('project_snapshot')
    .select(['round', 'content', 'hash', 'rule_version as ruleVersion', 'create_time as at'])
    .where('project_id', '=', projectId)
    .$call(whereGiven(round, (rows, given) => rows.where('round', '=', given)))
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
