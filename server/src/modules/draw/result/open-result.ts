import { drawMachine } from '@zhiping/shared/rules/draw-states.ts';
import { findTransition } from '@zhiping/shared/rules/state-machine.ts';
import { denied } from '../../../platform/errors.ts';
import { caseOf, type StoredDraw } from '../draw-workflow.ts';

/** Refuse what is done with a result that waits for release where it is released already, or the cycle is suspended. */
export const requireOpen = (stored: StoredDraw, suspendedReason: string | null): void => {
  const found = findTransition(
    drawMachine,
    stored.state,
    'adjust',
    ['office'],
    caseOf(stored, { suspendedReason }),
  );
  if ('denial' in found) throw denied(found.denial);
};
