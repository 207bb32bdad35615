import type { Denial } from '../workflow/denial.ts';
import type { StateMachine } from '../workflow/state-machine.ts';

export type ExpertChangeState = 'waiting' | 'approved' | 'returned' | 'withdrawn' | 'replaced';
export type ExpertChangeEvent = 'approve' | 'return' | 'withdraw' | 'replace';

/** What a confirmed expert asks to change in one part of his profile: the office decides, he may take it back before. */
export const expertChangeMachine: StateMachine<
  ExpertChangeState,
  ExpertChangeEvent,
  'expert' | 'office',
  { problem: Denial | null }
> = {
  noun: '这项变更',
  states: {
    waiting: '待审核',
    approved: '已审核同意',
    returned: '已审核退回',
    withdrawn: '已由专家撤回',
    replaced: '已被新的变更取代',
  },
  events: { approve: '同意', return: '退回', withdraw: '撤回', replace: '修改' },
  transitions: [
    {
      from: 'waiting',
      event: 'approve',
      to: 'approved',
      who: ['office'],
      // What it names may be gone by now, or belong to somebody else.
      guard: ({ problem }) => problem,
    },
    { from: 'waiting', event: 'return', to: 'returned', who: ['office'] },
    { from: 'waiting', event: 'withdraw', to: 'withdrawn', who: ['expert'] },
    { from: 'waiting', event: 'replace', to: 'replaced', who: ['expert'] },
  ],
};
