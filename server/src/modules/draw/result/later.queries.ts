import type { LaterStep } from '@zhiping/shared/rules/draw/record.ts';
import type { Db } from '../../../platform/database/db.ts';

/** Changes after a result in the form of the record: without reasons and names. */
export const findLaterSteps = async (db: Db, drawId: number): Promise<LaterStep[]> => {
  const steps = await db
    .selectFrom('draw_step')
    .select(['no', 'kind', 'undoes', 'changes', 'inputs', 'at'])
    .where('draw_id', '=', drawId)
    .orderBy('no')
    .execute();
  return steps.map(({ changes, at, ...step }) => ({
    ...step,
    at: at.toISOString(),
    changes: changes.map(({ file, out, in: into }) => ({
      file,
      out: out?.expert ?? null,
      in: into?.expert ?? null,
    })),
  }));
};
