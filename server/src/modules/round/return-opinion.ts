import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { caseOf, workflow } from '../assignment/assignment-workflow.ts';
import { lockAssignment, requireVisible } from './lock-assignment.ts';
import { notifyReturned } from './remind-experts.ts';

/** No opinion is due sooner than a day after its return. */
const LEAST_MS = 86_400_000;

type Return = z.output<typeof assignmentApi.return.body> & { id: number };

/** Send an opinion back to be mended; each version of it stays readable. */
export const returnOpinion = (
  deps: Deps,
  actor: Principal,
  { id, version, reason, dueAt }: Return,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { stored, round } = await lockAssignment(tx, actor, { id, version });
    await requireVisible(tx, actor, stored);
    const until = dueAt ?? stored.due_at;
    if (until !== null && until <= actor.at)
      throw fieldError('assignment.due', 'dueAt', '评审期限已过，请给出新的修改截止时间');
    if (until !== null && until.getTime() < actor.at.getTime() + LEAST_MS)
      throw fieldError('assignment.due', 'dueAt', '修改截止时间距现在不足一天，请给出更晚的时间');
    await transition(tx, workflow, {
      id,
      event: 'return',
      who: ['office'],
      actor,
      subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
      set: {
        ended_reason: reason,
        due_at: until,
        ...(dueAt !== null && { own_due_at: dueAt }),
        submitted_at: null,
        version: stored.version + 1,
        update_by: actor.username,
        update_time: actor.at,
      },
      note: reason,
      detail: { reason, ...(dueAt && { dueAt: formatDateTime(dueAt) }) },
    });
    await notifyReturned(deps, tx, { stored, until, at: actor.at });
  });
