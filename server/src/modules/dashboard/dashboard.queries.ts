import { sql } from 'kysely';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { findExperts } from '../expert/pool/expert.queries.ts';
import { findErrors, findLogins } from '../log/log.queries.ts';
import { dayOf, daysBefore, later } from '../../platform/clock.ts';

const SECOND_MS = 1000;

export type Audience = 'expert' | 'titleTeacher' | 'office' | 'system' | 'other';

/** The daily start page of a reader: by the specification's roles first, then by permissions. */
export const audienceOf = (reader: Principal): Audience => {
  if (reader.deptId === EXPERT_DEPT_ID || reader.roleIds.includes(EXPERT_ROLE_ID)) return 'expert';
  if (reader.roleIds.includes(TITLE_TEACHER_ROLE_ID)) return 'titleTeacher';
  if (holds(reader, ['outbox:list'])) return 'system';
  if (holds(reader, ['school:list'])) return 'office';
  return 'other';
};

/** Terms that end soon or are over; each number is that of the list behind it. */
export const countTerms = async (deps: Deps, reader: Principal) => {
  const count = async (term: 'ending' | 'ended') =>
    (await findExperts(deps, reader, { page: 0, size: 0, enabled: true, term, createTime: undefined }))
      .totalElements;
  const [endingSoon, ended] = await Promise.all([count('ending'), count('ended')]);
  return { endingSoon, ended };
};

/** The last 24 hours in whole seconds, as addresses have them. */
export const lastDay = (now: Date): [Date, Date] => {
  const second = later(now, -now.getMilliseconds());
  // Events within this second count too.
  return [daysBefore(second, 1), later(second, SECOND_MS)];
};

/** The numbers of logs are asked of their lists, so that each is what the page behind it shows. */
export const countForSystem = async (db: Db, createTime: [Date, Date]) => {
  const none = { page: 0, size: 0, createTime };
  const [logins, errors] = await Promise.all([
    findLogins(db, { ...none, succeeded: false }),
    findErrors(db, none),
  ]);
  return { loginFailures: logins.totalElements, serverErrors: errors.totalElements };
};

export const findExpertState = async (db: Db, { userId, at }: Principal) => {
  const { rows } = await sql<{
    id: number;
    termDays: number | null;
    termEndsAt: string | null;
    confirmed: boolean;
  }>`
    select id, term_ends_at as "termEndsAt",
      term_ends_at - ${dayOf(at)}::date as "termDays", confirmed_at is not null as confirmed
    from expert where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
};
