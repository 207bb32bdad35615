import { sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import { isChecked } from '../project/project.policy.ts';

/** Who reviews what is for those who run the review of all schools; a school learns it by no call, whatever it may do. */
export const runsReview = (reader: Principal) => sql<boolean>`${reader.deptScope === null}`;

/** Applications whose experts the reader may know: of all schools, never his own. */
export const isAssigned = (reader: Principal) => sql<boolean>`${runsReview(reader)} and ${isChecked(reader)}`;
