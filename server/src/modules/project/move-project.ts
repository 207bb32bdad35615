import type { z } from 'zod';
import type { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { lapseFor } from '../confirmation/lapse.ts';
import { caseOf, findProjectCycle } from './project-cycle.queries.ts';
import { takeStep } from './take-step.ts';
import { lockOwnProject } from './save-form.ts';

type Move = z.output<typeof projectApi.move.params> & z.output<typeof projectApi.move.body>;

/** Withdraws a submission (`recall`) or gives up the project (`withdraw`). */
export const moveProject = (db: Db, actor: Principal, { id, event, version, reason }: Move): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stored = await lockOwnProject(tx, actor, { id, version });
    const cycle = await findProjectCycle(tx, stored.cycle_id);
    // The grace of a submission that was begun in time does not apply to a recall.
    const begun = { ...stored, submit_begun_at: null };
    const subject = await caseOf(tx, begun, { cycle, at: actor.at });
    await takeStep(tx, {
      id,
      event,
      who: ['applicant'],
      actor,
      subjectOf: () => subject,
      set: { submit_begun_at: null, ...editedBy(actor, stored) },
      note: reason,
      detail: reason ? { reason } : {},
    });
    for (const act of ['acceptProject', 'recommendException'] as const)
      await lapseFor(tx, { act, objectIds: [id], at: actor.at });
  });
