import { type Db, inTransaction } from '../../platform/database/db.ts';
import { enqueueComputation } from './compute-conflicts.ts';
import { findRunningCycles } from './conflict-cycle.queries.ts';

/**
 * Have the conflicts of all running cycles computed anew: windows such as 「曾同单位三年内」 end on a day on which nobody changes anything. Answers
 * how many computations were asked for; where one runs already, none is.
 */
export const recomputeWindows = (db: Db, at: Date): Promise<number> =>
  inTransaction(db, async (tx) => {
    const cycles = await findRunningCycles(tx);
    let asked = 0;
    for (const cycleId of cycles.keys())
      if ((await enqueueComputation(tx, { cycleId, at })) !== null) asked += 1;
    return asked;
  });
