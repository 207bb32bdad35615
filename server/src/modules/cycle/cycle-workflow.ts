import {
  type CycleCase,
  type CycleEvent,
  cycleMachine,
  type CycleState,
} from '@zhiping/shared/rules/cycle/states.ts';
import type { Workflow } from '../../platform/workflow/transition.ts';
import type { StoredCycle } from './cycle-plan.ts';

export const workflow: Workflow<CycleState, CycleEvent, 'office' | 'clock', StoredCycle, CycleCase> = {
  machine: cycleMachine,
  table: 'cycle',
  column: 'state',
  actions: {
    publish: 'cycle.published',
    open: 'cycle.opened',
    close: 'cycle.application_closed',
    extend: 'cycle.application_extended',
    review: 'cycle.review_begun',
    suspend: 'cycle.suspended',
    resume: 'cycle.resumed',
  },
  recordOf: ({ id: entityId }) => ({ entity: 'cycle', entityId }),
};
