import { sql } from 'kysely';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Db } from '../../platform/db.ts';
import { inDeptScope } from '../../platform/data-scope.ts';
import { holds, type Principal } from '../../platform/principal.ts';
import { termDays } from '../expert/expert.queries.ts';

export type Audience = 'expert' | 'titleTeacher' | 'office' | 'system' | 'other';

/** Whose daily start page this is: the specification's roles first, then what the reader may do. */
export const audienceOf = (reader: Principal): Audience => {
  if (reader.deptId === EXPERT_DEPT_ID || reader.roleIds.includes(EXPERT_ROLE_ID)) return 'expert';
  if (reader.roleIds.includes(TITLE_TEACHER_ROLE_ID)) return 'titleTeacher';
  if (holds(reader, ['outbox:list'])) return 'system';
  if (holds(reader, ['school:list'])) return 'office';
  return 'other';
};

/** Numbers by name, in one statement; every count keeps to the reader's data scope. */
const counts = async <T extends string>(db: Db, statement: ReturnType<typeof sql<Record<T, number>>>) => {
  const { rows } = await statement.execute(db);
  return rows[0] as Record<T, number>;
};

export const countForOffice = (db: Db, reader: Principal) => {
  const { day, soon } = termDays();
  return counts(
    db,
    sql<Record<'experts' | 'unconfirmed' | 'withoutSubject' | 'changed' | 'endingSoon' | 'ended', number>>`
      select count(*) as experts,
        count(*) filter (where confirmed_at is null) as unconfirmed,
        count(*) filter (where subject_prefixes = '{}') as "withoutSubject",
        count(*) filter (where exists (select from expert_change c where c.expert_id = expert.id and c.status = 'waiting'))
          as changed,
        count(*) filter (where term_ends_at >= ${day}::date and term_ends_at < ${soon}::date) as "endingSoon",
        count(*) filter (where term_ends_at < ${day}::date) as ended
      from expert where enabled and ${inDeptScope(reader, 'school_id')}`,
  );
};

/** Who is online is counted by sessions, as the list does: one person may be in twice. */
export const countForSystem = (db: Db, reader: Principal) =>
  counts(
    db,
    sql<
      Record<'users' | 'online' | 'failedJobs' | 'loginFailures' | 'failedMessages' | 'serverErrors', number>
    >`
      select (select count(*) from sys_user where enabled and ${inDeptScope(reader, 'dept_id')}) as users,
        (select count(*) from session join sys_user on sys_user.id = session.user_id
          where sys_user.enabled and session.expires_at > now()
            and session.seen_at + session.idle_seconds * interval '1 second' > now()
            and ${inDeptScope(reader, 'sys_user.dept_id')}) as online,
        (select count(*) from timing_log where not succeeded and create_time > now() - interval '1 day') as "failedJobs",
        (select count(*) from login_log where not succeeded and create_time > now() - interval '1 day') as "loginFailures",
        (select count(*) from outbox where status = 'failed' and create_time > now() - interval '1 day') as "failedMessages",
        (select count(*) from error_log where create_time > now() - interval '1 day') as "serverErrors"`,
  );

export const countForSchool = (db: Db, reader: Principal) =>
  counts(
    db,
    sql<Record<'units' | 'subjects', number>>`
      select (select count(*) from school join dept on dept.id = school.dept_id
          where dept.enabled and ${inDeptScope(reader, 'dept.id')}) as units,
        (select count(*) from subject where enabled) as subjects`,
  );

export const findExpertState = async (db: Db, userId: number) => {
  const { rows } = await sql<{
    id: number;
    subjects: number;
    termDays: number | null;
    termEndsAt: string | null;
    confirmed: boolean;
  }>`
    select id, term_ends_at as "termEndsAt", (select count(*) from expert_subject where expert_id = expert.id) as subjects,
      term_ends_at - (now() at time zone 'Asia/Shanghai')::date as "termDays", confirmed_at is not null as confirmed
    from expert where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
};
