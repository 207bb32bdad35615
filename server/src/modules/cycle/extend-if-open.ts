import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { caseOf, type StoredCycle } from './cycle-plan.ts';
import { workflow } from './cycle-workflow.ts';

/** A window that was over and ends later now is open again. */
export const extendIfOpen = async (
  tx: Tx,
  actor: Principal,
  cycle: StoredCycle,
  { applyClosesAt, reason }: { applyClosesAt: Date | null; reason: string | null },
): Promise<void> => {
  if (cycle.state !== 'checking' || applyClosesAt === null || applyClosesAt < actor.at) return;
  await transition(tx, workflow, {
    id: cycle.id,
    event: 'extend',
    who: ['office'],
    actor,
    subjectOf: (locked) => ({ ...caseOf(locked, { now: actor.at }), applyClosesAt }),
    note: reason,
  });
};
