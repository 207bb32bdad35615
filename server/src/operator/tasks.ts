import { sql } from 'kysely';
import { taskMachine } from '@zhiping/shared/rules/task/states.ts';
import { stepOf } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { type Db, explainBroken } from '../platform/database/db.ts';
import { type Operator, operate } from './operator.ts';

const SHOWN = 50;

/** Background work that was given up, the newest first. */
export const findFailedTasks = (db: Db) =>
  db
    .selectFrom('task')
    .select(['id', 'kind', 'end_time', 'error'])
    .where('state', '=', 'failed')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();

/** Puts work that was given up into the queue again, with what it was to work on; a node takes it at once. */
export const repeatTask = (db: Db, operator: Operator, id: number): Promise<void> =>
  explainBroken(
    { uk_task_open_key: ['id', '同样的任务已在排队或执行'] },
    operate(db, operator, async (tx) => {
      const { from, to } = stepOf(taskMachine, 'repeat');
      const task = await tx
        .updateTable('task')
        .set({
          state: to,
          attempt: 0,
          due_at: operator.at,
          node: null,
          done: 0,
          error: null,
          start_time: null,
          end_time: null,
        })
        .where('id', '=', id)
        .where('state', 'in', from)
        .returning('kind')
        .executeTakeFirst();
      if (!task) throw new Error(`没有编号为 ${id} 的失败任务`);
      await sql`select pg_notify('zhiping', 'task:')`.execute(tx);
      return {
        action: 'task.repeated',
        entity: 'task',
        entityId: id,
        detail: { kind: task.kind },
        result: undefined,
      };
    }),
  );
