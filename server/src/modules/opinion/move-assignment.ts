import type { z } from 'zod';
import type { reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { sendToUser } from '../../platform/live/broadcast.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { caseOf, workflow } from '../assignment/assignment-workflow.ts';
import { explainPlace } from '../assignment/explain-place.ts';
import { endAssignment } from '../assignment/replace-expert.ts';
import { hasHaltingConflict } from './opinion.policy.ts';
import { lockOwnAssignment, refuseHalted } from './save-opinion.ts';

type Move = z.output<typeof reviewApi.move.body> & { id: number };

/** Declines or recuses, so that another expert gets the project at once, or recalls a submitted opinion. */
export const moveAssignment = (deps: Deps, actor: Principal, { id, event, reason }: Move): Promise<void> =>
  explainPlace(
    inTransaction(deps.db, async (tx) => {
      const { stored: task, round } = await lockOwnAssignment(tx, actor, id);
      if (event !== 'recall') {
        await endAssignment(deps, tx, actor, { task, round, event, who: 'expert', reason: reason ?? '' });
        return;
      }
      await refuseHalted(tx, id, hasHaltingConflict);
      await transition(tx, workflow, {
        id,
        event,
        who: ['expert'],
        actor,
        subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
        set: { submitted_at: null, version: task.version + 1, update_time: actor.at },
      });
      await sendToUser(tx, actor.userId, { kind: 'review' });
    }),
  );
