import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';

/** Vote and opinion of a school's recommendation, if any. */
export const findRecommendation = (db: Db, projectId: number) =>
  db
    .selectFrom('project_recommendation')
    .select([
      'expected',
      'held_on as heldOn',
      'place',
      'present',
      'in_favour as inFavour',
      'against',
      'abstain',
      'opinion',
      'recommended_at as at',
      sql<string>`coalesce((select ${actorName()} from sys_user where sys_user.id = recommended_by), '已注销的账号')`.as(
        'by',
      ),
      (row) =>
        jsonArrayFrom(
          row
            .selectFrom('recommendation_file')
            .select(['recommendation_file.id', 'name', 'format', 'bytes', 'pages'])
            .whereRef('recommendation_id', '=', 'project_recommendation.id')
            .orderBy('recommendation_file.id'),
        ).as('files'),
    ])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
