import { act, screen } from '@testing-library/react';
import { type Task, taskApi } from '@zhiping/shared/contracts/task.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, serve } from '../testing/render-page.tsx';
import { onTaskProgress, useOwnTask } from './tasks.ts';

afterEach(() => vi.unstubAllGlobals());

const KIND = 'materials.check';
const Shown = () => {
  const task = useOwnTask(KIND);
  return <p>{task ? `${task.id} ${task.state} ${task.error}` : '没有'}</p>;
};

test('a task that fails like the previous one is shown, and so is its start', async () => {
  const server = serve();
  let task: Partial<Task> = { id: 1, kind: KIND, state: 'failed', error: '第一次', done: 0, total: 0 };
  server.on(taskApi.latest, () => ({ body: { task } }));
  renderPage(<Shown />);
  expect(await screen.findByText('1 failed 第一次')).toBeTruthy();

  task = { ...task, id: 2, state: 'running', error: null };
  act(() => onTaskProgress({ id: 2, kind: KIND, state: 'running', done: 0, total: 0 }));
  expect(await screen.findByText('2 running null')).toBeTruthy();

  task = { ...task, id: 3, state: 'failed', error: '第三次' };
  act(() => onTaskProgress({ id: 3, kind: KIND, state: 'failed', done: 0, total: 0 }));
  expect(await screen.findByText('3 failed 第三次')).toBeTruthy();
});
