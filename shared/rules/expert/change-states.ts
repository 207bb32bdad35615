import type { Denial } from '../workflow/denial.ts';
import type { StateMachine } from '../workflow/state-machine.ts';

export type ExpertChangeState = 'waiting' | 'approved' | 'returned' | 'withdrawn' | 'replaced';
export type ExpertChangeEvent = 'approve' | 'return' | 'withdraw' | 'replace';

/**
 * A change requested by a confirmed expert in one part of their profile: the office decides, and until then the expert
 * may withdraw it.
 */
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
      // The values may be deleted by now, or belong to another account.
      guard: ({ problem }) => problem,
    },
    { from: 'waiting', event: 'return', to: 'returned', who: ['office'] },
    { from: 'waiting', event: 'withdraw', to: 'withdrawn', who: ['expert'] },
    { from: 'waiting', event: 'replace', to: 'replaced', who: ['expert'] },
  ],
};
