import { useQuery } from '@tanstack/react-query';
import { taskApi, type Task, type TaskProgress } from '@zhiping/shared/contracts/task.ts';
import { useEffect } from 'react';
import { reading, refresh } from './query-client.ts';
import { createStore, useStore } from './store.ts';
import { isOpenTask } from '@zhiping/shared/rules/task-states.ts';

/** How often to ask while the line to the server is silent. */
const ASK_MS = 3000;

const heard = createStore<TaskProgress | null>(null);

/** What the line to the server tells of background work. */
export const hearTask = (task: TaskProgress) => heard.set(task);

export const isOpen = ({ state }: Pick<Task, 'state'>) => isOpenTask(state);

/**
 * The newest background work of these kinds that the person has asked for, as it goes on; found again after a reload.
 * Undefined as long as it is not known, null when there is none.
 */
export const useOwnTask = (kind: string): Task | null | undefined => {
  const { data } = useQuery({
    ...reading(taskApi.latest, { query: { kind } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.task && isOpen(state.data.task) ? ASK_MS : false),
  });
  const told = useStore(heard);
  const task = data?.task;
  // Of newer work nothing is known yet, though it may stand as the work before it does.
  const isNews = told?.kind === kind && (!task || told.id > task.id);
  const hasEnded = told?.kind === kind && told.id === task?.id && !isOpen(told) && task.state !== told.state;
  const behind = isNews || hasEnded ? `${told.id}/${told.state}` : undefined;
  useEffect(() => {
    if (behind !== undefined) void refresh(taskApi.latest);
  }, [behind]);
  if (!task || told?.id !== task.id || !isOpen(task)) return task;
  return { ...task, done: Math.max(told.done, task.done), total: told.total || task.total };
};
