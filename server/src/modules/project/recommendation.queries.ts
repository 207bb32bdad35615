import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** With which vote and opinion a school recommends an application, if it does. */
export const findRecommendation = (db: Db, projectId: number) =>
  db
    .selectFrom('project_recommendation')
    .select([
      'present',
      'in_favour as inFavour',
      'against',
      'abstain',
      'opinion',
      'recommended_at as at',
      sql<string>`coalesce((select nick_name from sys_user where sys_user.id = recommended_by), '已注销的账号')`.as(
        'by',
      ),
    ])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
