import type { AssignmentActor, AssignmentEvent } from '@zhiping/shared/rules/assignment/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Writing } from '../../platform/outbox/write-to.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { caseOf, type Round, type StoredAssignment, workflow } from './assignment-workflow.ts';
import { lapseFor } from '../confirmation/lapse.ts';
import { fillVacancy } from './fill-vacancy.ts';
import { findMapping } from '../mapping/mapping.policy.ts';
import { notifyOffice } from './notify-office.ts';

type Ending = {
  /** Locked. */
  task: StoredAssignment;
  round: Round;
  event: Extract<AssignmentEvent, 'decline' | 'recuse' | 'replace' | 'expire' | 'exclude'>;
  who: AssignmentActor;
  reason: string;
  /** The confirmation of an exclusion. */
  exclusionId?: number;
};

/**
 * Ends an assignment and gives its place to a successor in the same transaction: by the record of the draw, otherwise
 * the cheapest allowed expert. Without a successor the office is notified. Returns the new assignment, or null.
 */
export const endAssignment = async (
  deps: Writing,
  tx: Tx,
  actor: Principal,
  { task, round, event, who, reason, exclusionId }: Ending,
): Promise<{ id: number } | null> => {
  await transition(tx, workflow, {
    id: task.id,
    event,
    who: [who],
    actor,
    subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
    set: {
      ended_reason: reason,
      version: task.version + 1,
      update_time: actor.at,
      ...(exclusionId !== undefined && { exclusion_id: exclusionId }),
    },
    note: reason,
    detail: { reason, ...(exclusionId !== undefined && { confirmation: exclusionId }) },
  });
  await lapseFor(tx, {
    act: 'changeExpert',
    objectIds: [task.project_id],
    input: { ends: { id: task.id } },
    at: actor.at,
  });
  const filled = await fillVacancy(deps, tx, actor, { task, round });
  if (!filled) {
    // The log names at this minute who gave it back.
    const { isCovered } = await findMapping(tx, actor, task.cycle_id);
    await notifyOffice(tx, task.project_id, {
      kind: 'warning',
      text: '有一份送审材料缺少专家，没有可以接替的人选，请安排。',
      link: `/review/assignment?cycleId=${task.cycle_id}&${isCovered ? 'mark=short' : `id=${task.project_id}`}`,
    });
  }
  return filled;
};
