import { taskApi as api } from '@zhiping/shared/contracts/task.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { daysBefore } from '../../platform/clock.ts';

/** Tasks of other accounts are not found. */
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

const findLatest = (db: Db, { userId, at }: Principal, kind: string) =>
  ownTasks(db, userId)
    .where('kind', '=', kind)
    .where('create_time', '>', daysBefore(at, 1))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const taskRoutes = ({ db }: Deps) => [
  on(api.get, ({ params, user }) => getTask(db, user.userId, params.id)),
  on(api.latest, async ({ query, user }) => ({
    task: (await findLatest(db, user, query.kind)) ?? null,
  })),
];
