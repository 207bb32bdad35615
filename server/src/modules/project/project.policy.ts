import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';

/** Applications of the reader himself: the person behind his account for applications. */
export const isOwnProject = ({ userId }: Principal): RawBuilder<boolean> =>
  sql<boolean>`project.person_id = (select person_id from applicant where user_id = ${userId})`;
