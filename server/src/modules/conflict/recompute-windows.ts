import { type Db, inTransaction } from '../../platform/database/db.ts';
import { enqueueComputation } from './compute-conflicts.ts';
import { findRunningCycles } from './conflict-cycle.queries.ts';

/**
 * Requests recomputation of the conflicts of all running cycles: windows such as 「曾同单位三年内」 end on days without any
 * change. Returns the number of requested computations; running ones are not repeated.
 */
export const recomputeWindows = (db: Db, at: Date): Promise<number> =>
  inTransaction(db, async (tx) => {
    const cycles = await findRunningCycles(tx);
    let asked = 0;
    for (const cycleId of cycles.keys())
      if ((await enqueueComputation(tx, { cycleId, at })) !== null) asked += 1;
    return asked;
  });
