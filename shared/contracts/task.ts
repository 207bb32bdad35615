import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dateTime, id } from '../schemas.ts';
import { taskStates } from '../rules/task/states.ts';

/** Background work of the caller; that of others is not found. */
export const Task = z.object({
  id: z.number(),
  kind: z.string(),
  state: z.enum(taskStates),
  done: z.number(),
  /** 0 as long as it is not known. */
  total: z.number(),
  /** Why it failed, for a person. */
  error: z.string().nullable(),
  /** Result, in the form of the call that started the task. */
  result: z.record(z.string(), z.unknown()).nullable(),
  createTime: dateTime,
});
export type Task = z.output<typeof Task>;

/** Progress sent to a page; the rest is fetched. */
export type TaskProgress = Pick<Task, 'id' | 'kind' | 'state' | 'done' | 'total'>;

export const taskApi = {
  get: endpoint('GET', '/api/tasks/:id', {
    summary: '我的后台任务',
    access: 'signedIn',
    params: z.object({ id }),
    result: Task,
  }),
  /** The newest of a kind from the last day, so that a page which was loaded anew finds it again. */
  latest: endpoint('GET', '/api/tasks', {
    summary: '我的最近一次后台任务',
    access: 'signedIn',
    query: z.object({ kind: z.string({ error: '请指明任务种类' }).min(1, '请指明任务种类').max(100) }),
    result: z.object({ task: Task.nullable() }),
  }),
};
