import { sql } from 'kysely';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';

export const findLastReturn = (db: Db, projectId: number) =>
  db
    .selectFrom('project_return')
    .select([
      'round',
      'kind',
      'due_at as dueAt',
      'reason',
      'reasons',
      'returned_at as at',
      sql<string>`coalesce((select ${actorName()} from sys_user where sys_user.id = returned_by), '已注销的账号')`.as(
        'by',
      ),
    ])
    .where('project_id', '=', projectId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst();
