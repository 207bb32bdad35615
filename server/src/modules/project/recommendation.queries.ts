import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { isAskedWith } from '../../platform/files/sweep-files.ts';
import { isOpen } from '../confirmation/seconds.queries.ts';

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
      sql<{
        reason: string;
        askedBy: string;
        confirmedBy: string;
      } | null>`(select jsonb_build_object('reason', reason,
          'askedBy', asked_name, 'confirmedBy', answered_name) from confirmation
        where confirmation.id = confirmation_id)`.as('exception'),
    ])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The request to recommend a project against the vote that waits for a second person. */
export const findAskedException = async (db: Db, projectId: number, at: Date) => {
  const found = await db
    .selectFrom('confirmation')
    .select((row) => [
      'confirmation.id as confirmationId',
      'summary',
      'reason',
      'asked_name as by',
      'asked_at as at',
      'lapses_at as lapsesAt',
      jsonArrayFrom(
        row
          .selectFrom('recommendation_file')
          .select(['recommendation_file.id', 'name', 'format', 'bytes', 'pages'])
          .where('project_id', '=', projectId)
          .where(isAskedWith)
          .orderBy('recommendation_file.id'),
      ).as('files'),
    ])
    .where('act', '=', 'recommendException')
    .where('object_id', '=', projectId)
    .where(isOpen(at))
    .executeTakeFirst();
  return found ?? null;
};
