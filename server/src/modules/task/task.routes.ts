import { taskApi as api } from '@zhiping/shared/contracts/task.ts';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';

/** The work of somebody else does not exist. */
const ownTasks = (db: Db, userId: number) =>
  db
    .selectFrom('task')
    .select(['id', 'kind', 'state', 'done', 'total', 'error', 'result', 'create_time as createTime'])
    .where('owner_id', '=', userId);

const getTask = async (db: Db, userId: number, id: number) => {
  const task = await ownTasks(db, userId).where('id', '=', id).executeTakeFirst();
  if (!task) throw notFound('后台任务');
  return task;
};

const findLatest = (db: Db, userId: number, kind: string) =>
  ownTasks(db, userId)
    .where('kind', '=', kind)
    .where('create_time', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const taskRoutes = ({ db }: Deps) => [
  on(api.get, ({ params, user }) => getTask(db, user.userId, params.id)),
  on(api.latest, async ({ query, user }) => ({
    task: (await findLatest(db, user.userId, query.kind)) ?? null,
  })),
];
