import { drawMachine } from '@zhiping/shared/rules/draw/states.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { denied } from '../../../platform/errors.ts';
import { requireArranging, requireMapping } from '../../mapping/mapping.policy.ts';
import { caseOf, type StoredDraw } from '../draw-workflow.ts';

/** Throws if the result is released already or the cycle is suspended. */
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

/** After release the mapping of experts to projects may be hidden. Before that those who arrange pairs work with names. */
export const requireReadable = async (
  db: Db,
  reader: Principal,
  { id: drawId, state, cycle_id: cycleId }: Pick<StoredDraw, 'id' | 'state' | 'cycle_id'>,
  what: 'result' | 'trial' | 'sheet',
): Promise<void> => {
  if (state === 'released') return requireMapping(db, reader, { cycleId, what });
  if (state === 'drawn') await requireArranging(db, reader, { cycleId, drawId, what });
};
