import type { Place } from '@zhiping/shared/rules/draw/changes.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { findLastStep } from './record-step.ts';

type Lapse = { drawId: number; places: readonly Place[]; reason: string; actorId: number | null; at: Date };

/** Records as the next step of a result that assignments were left out. The pairs stay in the record. */
export const insertLapse = async (tx: Tx, { drawId, places, reason, actorId, at }: Lapse): Promise<void> => {
  if (places.length === 0) return;
  await tx
    .insertInto('draw_step')
    .values({
      draw_id: drawId,
      no: (await findLastStep(tx, drawId)) + 1,
      kind: 'lapse',
      undoes: null,
      changes: JSON.stringify(places.map(({ file, slot, held }) => ({ file, slot, out: held, in: null }))),
      inputs: null,
      reason,
      actor_id: actorId,
      at,
    })
    .execute();
};
