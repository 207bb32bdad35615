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

/** Why this user cannot ask for a correction: it is the office's. Null if they can. */
export const correctionDenial = ({ deptScope }: Pick<Principal, 'deptScope'>): string | null =>
  deptScope === null ? null : '请联系评审办更正';
