import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import { assignmentMachine } from '@zhiping/shared/rules/assignment/states.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { denied, fieldError } from '../../platform/errors.ts';
import type { Writing } from '../../platform/outbox/write-to.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { caseOf, type Round, type StoredAssignment, workflow } from '../assignment/assignment-workflow.ts';
import { type CandidatesOfProject, candidatesOfProject } from '../assignment/candidates-of-project.ts';
import { placeOf, takePlace } from '../assignment/fill-vacancy.ts';
import { requireCandidate } from './lock-assignment.ts';

type Held = { stored: StoredAssignment; round: Round };
type Chosen = { expertId: number; parts: PairParts };

const eventOf = ({ state }: StoredAssignment) => (state === 'proposed' ? 'drop' : 'replace');

/** Refuses where the office cannot take the expert out of a place now. */
export const requireChangeable = ({ stored, round }: Held, at: Date): void => {
  const subject = caseOf(round, stored, { at });
  const found = findTransition(assignmentMachine, stored.state, eventOf(stored), ['office'], subject);
  if ('denial' in found) throw denied(found.denial);
};

/** An expert whom a person chose for a place, locked, and how they rank among those who may have it. */
export const findChosen = async (
  tx: Tx,
  { id, cycle_id: cycleId, project_id: projectId, expert_id: present }: StoredAssignment,
  { expertId, at }: { expertId: number; at: Date },
) => {
  if (present === expertId) throw fieldError('assignment.expert', 'expertId', '已由这位专家评审');
  const found = await candidatesOfProject(tx, { cycleId, projectId, at, except: id, isByHand: true });
  const chosen = await requireCandidate(tx, found, { cycleId, projectId, expertId, at });
  const others = found.allowed.filter(({ expert }) => Number(expert.id) !== present);
  return { chosen, rank: rankOf(others, expertId) };
};

export type Rank = { place: number; of: number };

/** The place of an expert among those who may have one, the best first. */
export const rankOf = (allowed: CandidatesOfProject['allowed'], expertId: number): Rank => ({
  place: allowed.findIndex(({ expert }) => Number(expert.id) === expertId) + 1,
  of: allowed.length,
});

/** Puts a chosen expert into a place. A released assignment is ended, and the new expert is invited. */
export const putExpert = async (
  deps: Writing,
  tx: Tx,
  actor: Principal,
  { stored, round, chosen, reason }: Held & { chosen: Chosen; reason: string },
): Promise<{ id: number }> => {
  await transition(tx, workflow, {
    id: stored.id,
    event: eventOf(stored),
    who: ['office'],
    actor,
    subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
    set: {
      ended_reason: reason,
      version: stored.version + 1,
      update_by: actor.username,
      update_time: actor.at,
    },
    note: reason,
    detail: { reason },
  });
  return takePlace(deps, tx, actor, { place: placeOf(stored), round, ...chosen, reason });
};
