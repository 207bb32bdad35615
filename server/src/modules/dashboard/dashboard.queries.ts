import { sql } from 'kysely';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID, TITLE_TEACHER_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Db } from '../../platform/database/db.ts';
import { inDeptScope } from '../../platform/auth/data-scope.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { termDays } from '../expert/expert.queries.ts';
import { findErrors, findLogins } from '../log/log.queries.ts';
import { findMessages } from '../outbox/outbox.queries.ts';
import { findRuns } from '../timing/timing.queries.ts';

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

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

/** The last 24 hours in whole seconds, as addresses have them, by the clock that rows are stamped with. */
const lastDay = async (db: Db): Promise<[Date, Date]> => {
  const { rows } = await sql<{ now: Date }>`select date_trunc('second', now()) as now`.execute(db);
  const { now } = rows[0] as { now: Date };
  // What happened within this second counts too.
  return [new Date(now.getTime() - DAY_MS), new Date(now.getTime() + SECOND_MS)];
};

/** Who is online is counted by sessions, as the list does: one person may be in twice. */
const countPeople = (db: Db, reader: Principal) =>
  counts(
    db,
    sql<Record<'users' | 'online', number>>`
      select (select count(*) from sys_user where enabled and ${inDeptScope(reader, 'dept_id')}) as users,
        (select count(*) from session join sys_user on sys_user.id = session.user_id
          where sys_user.enabled and session.expires_at > now()
            and session.seen_at + session.idle_seconds * interval '1 second' > now()
            and ${inDeptScope(reader, 'sys_user.dept_id')}) as online`,
  );

/** The numbers of logs are asked of their lists, so that each is what the page behind it shows. */
export const countForSystem = async (db: Db, reader: Principal) => {
  const createTime = await lastDay(db);
  const none = { page: 0, size: 0, createTime };
  const [people, runs, logins, messages, errors] = await Promise.all([
    countPeople(db, reader),
    findRuns(db, { ...none, isSuccess: false }),
    findLogins(db, { ...none, succeeded: false }),
    findMessages(db, { ...none, status: 'failed' }),
    findErrors(db, none),
  ]);
  return {
    ...people,
    failedJobs: runs.totalElements,
    loginFailures: logins.totalElements,
    failedMessages: messages.totalElements,
    serverErrors: errors.totalElements,
    createTime,
  };
};

export const countForSchool = (db: Db, reader: Principal) =>
  counts(
    db,
    sql<Record<'experts' | 'unconfirmed' | 'teachers' | 'units', number>>`
      select (select count(*) from expert where enabled and ${inDeptScope(reader, 'school_id')}) as experts,
        (select count(*) from expert where enabled and confirmed_at is null and ${inDeptScope(reader, 'school_id')})
          as unconfirmed,
        (select count(*) from teacher where enabled and ${inDeptScope(reader, 'school_id')}) as teachers,
        (select count(*) from school join dept on dept.id = school.dept_id
          where dept.enabled and ${inDeptScope(reader, 'dept.id')}) as units`,
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
