import { sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import { isOthersCase, personsOf } from '../person/own-case.ts';
import { isWithinReaderScope } from '../project/project.policy.ts';
import { isOnRecord } from './assignment-workflow.ts';

/** Who reviews what is for those who run the review of all schools; a school learns it by no call, whatever it may do. */
export const runsReview = (reader: Principal) => sql<boolean>`${reader.deptScope === null}`;

/** Projects that the reader does not review, with whichever of their accounts: experts learn nothing of each other, even if one of them is an officer. */
export const isOthersReview = (reader: Principal) =>
  sql<boolean>`project.id <> all(array(select assignment.project_id from assignment
    join expert on expert.id = assignment.expert_id where (expert.user_id = ${reader.userId}
      or expert.person_id = any(array${personsOf(sql`${reader.userId}`)}))
      and ${isOnRecord}))`;

/** Projects whose experts the reader may know: of all schools, but neither their own nor one that they review. */
export const isAssigned = (reader: Principal) =>
  sql<boolean>`${runsReview(reader)} and ${isWithinReaderScope(reader)} and ${isOthersReview(reader)}`;

/**
 * Assignments at projects that are not the reader's own: neither lists nor counts of an expert show an officer who
 * applies that this expert has their project.
 */
export const isOthersPlace = (reader: Principal) => isOthersCase(reader, 'assignment.project_id');
