import { useQuery } from '@tanstack/react-query';
import { taskApi, type Task, type TaskProgress } from '@zhiping/shared/contracts/task.ts';
import { useEffect } from 'react';
import { reading, refresh } from './query-client.ts';
import { createStore, useStore } from './store.ts';
import { isOpenTask } from '@zhiping/shared/rules/task/states.ts';

/** How often to ask for progress if no message arrives. */
const ASK_MS = 3000;

const latestProgress = createStore<TaskProgress | null>(null);

/** Receives the progress of a background task from the server. */
export const onTaskProgress = (task: TaskProgress) => latestProgress.set(task);

export const isOpen = ({ state }: Pick<Task, 'state'>) => isOpenTask(state);

/**
 * The newest background task of a kind that the user has started, with its progress; found again after a reload.
 * Undefined while it loads, null if there is none.
 */
export const useOwnTask = (kind: string): Task | null | undefined => {
  const { data } = useQuery({
    ...reading(taskApi.latest, { query: { kind } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.task && isOpen(state.data.task) ? ASK_MS : false),
  });
  const progress = useStore(latestProgress);
  const task = data?.task;
  // A newer task has no data yet, although its state may equal that of the previous task.
  const isNews = progress?.kind === kind && (!task || progress.id > task.id);
  const hasEnded =
    progress?.kind === kind && progress.id === task?.id && !isOpen(progress) && task.state !== progress.state;
  const behind = isNews || hasEnded ? `${progress.id}/${progress.state}` : undefined;
  useEffect(() => {
    if (behind !== undefined) void refresh(taskApi.latest);
  }, [behind]);
  if (!task || progress?.id !== task.id || !isOpen(task)) return task;
  return { ...task, done: Math.max(progress.done, task.done), total: progress.total || task.total };
};
