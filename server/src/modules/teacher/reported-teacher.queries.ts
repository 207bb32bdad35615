import { type RawBuilder, sql } from 'kysely';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';

/** States in which the school can still correct what it will report. */
const NOT_REPORTED: readonly ProjectState[] = [
  'draft',
  'submitted',
  'returned',
  'notRecommended',
  'unitPublicity',
  'withdrawn',
];

/** Whether an application of this person was reported. */
export const hasReported = (personId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from project where project.person_id = ${personId}
    and project.state <> all(${[...NOT_REPORTED]}::text[]))`;

/**
 * Whether this person has signed an application that they have not given up, wherever it stands by now: another person
 * would stand behind what they signed, and without what is on record of them.
 */
export const hasSigned = (personId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from project where project.person_id = ${personId} and project.state <> 'withdrawn'
    and exists (select from project_snapshot where project_id = project.id))`;

/** Why this user cannot ask for a correction: it is the office's. Null if they can. */
export const correctionDenial = ({ deptScope }: Pick<Principal, 'deptScope'>): string | null =>
  deptScope === null ? null : '请联系评审办更正';
