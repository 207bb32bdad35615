import { sql } from 'kysely';
import type { AssignmentState } from '@zhiping/shared/rules/assignment/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { badRequest } from '../../platform/errors.ts';
import { isAwaited } from '../assignment/assignment-workflow.ts';

/** Not sent out, or taken away again: nothing that the expert knows of. */
const unseen: readonly AssignmentState[] = ['proposed', 'dropped', 'replaced', 'expired'];
/** He gave it back: it stays in his list, and its file is closed. */
const closed: readonly AssignmentState[] = ['declined', 'recused'];

const isOwn = ({ userId }: Principal) => sql<boolean>`exists (select from expert
  where expert.id = assignment.expert_id and expert.user_id = ${userId} and expert.enabled)`;

/** What stands in the list of an expert. */
export const isListed = sql<boolean>`assignment.state <> all(${unseen}::text[])`;

/** The files that somebody reviews, as long as they are his. */
export const isOwnAssignment = (reader: Principal) => sql<boolean>`${isOwn(reader)} and ${isListed}`;

/** Those of them that he may open. */
export const isOwnDesk = (reader: Principal) =>
  sql<boolean>`${isOwnAssignment(reader)} and assignment.state <> all(${closed}::text[])`;

/** A conflict came up since it was sent out: nobody opens it until the office has decided. What is handed in stays. */
export const isHalted = sql<boolean>`${isAwaited}
  and has_blocking_conflict(assignment.project_id, assignment.expert_id)`;

/** Says nothing of the conflict: with whom an expert has one tells him whose file it is. */
export const halted = () => badRequest('review.halted', '这份材料暂停评审，请等待评审办安排');
