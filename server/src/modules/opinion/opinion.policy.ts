import { sql } from 'kysely';
import type { AssignmentState } from '@zhiping/shared/rules/assignment/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { badRequest } from '../../platform/errors.ts';
import { isAwaited } from '../assignment/assignment-workflow.ts';

/** Not released, or taken away: unknown to the expert. */
const unseen: readonly AssignmentState[] = ['proposed', 'dropped', 'replaced', 'expired'];
/** Given back by the expert, or taken out of the count: still listed, but closed. */
const closed: readonly AssignmentState[] = ['declined', 'recused', 'excluded'];

const isOwn = ({ userId }: Principal) => sql<boolean>`exists (select from expert
  where expert.id = assignment.expert_id and expert.user_id = ${userId} and expert.enabled)`;

/** Assignments in the list of an expert. */
export const isListed = sql<boolean>`assignment.state <> all(${unseen}::text[])`;

/** Assignments of the reader. */
export const isOwnAssignment = (reader: Principal) => sql<boolean>`${isOwn(reader)} and ${isListed}`;

/** Own assignments that the reader may open. */
export const isOwnDesk = (reader: Principal) =>
  sql<boolean>`${isOwnAssignment(reader)} and assignment.state <> all(${closed}::text[])`;

/**
 * Whether a conflict closes an assignment to its expert. In blind rounds only what the office decided or noted does: what is
 * computed follows what experts declare and enter, and would answer them whose project it is.
 */
export const hasHaltingConflict = sql<boolean>`has_blocking_conflict(assignment.project_id, assignment.expert_id)
  and (not (select blind from cycle where cycle.id = assignment.cycle_id)
    or not exists (select from conflict where conflict.project_id = assignment.project_id
      and conflict.expert_id = assignment.expert_id and effective = 'block')
    or exists (select from conflict where conflict.project_id = assignment.project_id
      and conflict.expert_id = assignment.expert_id and effective = 'block' and (pinned = 'block' or source = 'office')))`;

/** The assignment is closed until the office decides. A submitted opinion stays. */
export const isHalted = sql<boolean>`${isAwaited} and ${hasHaltingConflict}`;

/** Does not mention the conflict: it would reveal whose project it is. */
export const halted = () => badRequest('review.halted', '这份材料暂停评审，请等待评审办安排');
