import type { StateMachine } from '../workflow/state-machine.ts';

export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;
export type TaskState = (typeof taskStates)[number];
export type TaskEvent = 'start' | 'takeOver' | 'retry' | 'release' | 'finish' | 'fail' | 'repeat';

/** Background work: nodes take it from the queue, put it back, or end it; an operator has failed work done again. */
export const taskMachine: StateMachine<TaskState, TaskEvent, 'node' | 'operator'> = {
  noun: '后台任务',
  states: { waiting: '排队中', running: '执行中', done: '已完成', failed: '已失败' },
  events: {
    start: '开始',
    takeOver: '接管',
    retry: '稍后重试',
    release: '放回队列',
    finish: '完成',
    fail: '标为失败',
    repeat: '重新执行',
  },
  transitions: [
    { from: 'waiting', event: 'start', to: 'running', who: ['node'] },
    // Its node has not been heard of for the length of its lease.
    { from: 'running', event: 'takeOver', to: 'running', who: ['node'] },
    { from: 'running', event: 'retry', to: 'waiting', who: ['node'] },
    // The node stops.
    { from: 'running', event: 'release', to: 'waiting', who: ['node'] },
    { from: 'running', event: 'finish', to: 'done', who: ['node'] },
    { from: 'running', event: 'fail', to: 'failed', who: ['node'] },
    { from: 'failed', event: 'repeat', to: 'waiting', who: ['operator'] },
  ],
};

/** Whether it still goes on by itself. */
export const isOpenTask = (state: TaskState) =>
  taskMachine.transitions.some(({ from, who }) => from === state && who.includes('node'));

export const openTaskStates = taskStates.filter(isOpenTask);
