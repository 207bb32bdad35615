import { sql } from 'kysely';
import type { checkStepWords } from '@zhiping/shared/contracts/project-views.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';
import type { findEligibility } from './eligibility.queries.ts';

const GONE = '已注销的账号';
const nameOf = (column: string) =>
  sql<string>`coalesce((select ${actorName()} from sys_user where sys_user.id = ${sql.ref(column)}), ${GONE})`;

type CheckStep = Pick<
  NonNullable<Awaited<ReturnType<typeof findEligibility>>>,
  'round' | 'verdict' | 'opinion' | 'items' | 'ruleVersion' | 'by' | 'askedBy' | 'at'
> & { step: keyof typeof checkStepWords };

/** Every step of the eligibility check, with requests to a second person and those without success, newest first. */
const findChecks = async (db: Db, projectId: number) => {
  const asked = sql`from confirmation
    where object = 'project' and object_id = ${projectId} and act = 'acceptProject'`;
  const { rows } = await sql<CheckStep>`
    select round, step, verdict, opinion, items, "ruleVersion", by, "askedBy", at from (
      select round, step, verdict, opinion, items, rule_version as "ruleVersion", ${nameOf('decided_by')} as by,
        (select asked_name from confirmation where id = confirmation_id) as "askedBy", decided_at as at, 3 as rank, id
      from eligibility_check where project_id = ${projectId}
      union all
      select (input -> 'round')::integer, 'asked', 'eligible', reason, input -> 'items', (input -> 'ruleVersion')::integer,
        asked_name, null, asked_at, 1, id ${asked}
      union all
      select (input -> 'round')::integer, 'unconfirmed', null, coalesce(note, case state when 'withdrawn' then '提出人撤回' else '到期，或情况已有变化' end), '[]',
        (input -> 'ruleVersion')::integer, coalesce(answered_name, asked_name), null, answered_at, 2, id
      ${asked} and state in ('refused', 'withdrawn', 'lapsed')
    ) as step order by at desc, rank desc, id desc`.execute(db);
  return rows;
};

const findSnapshots = (db: Db, projectId: number) =>
  db
    .selectFrom('project_snapshot')
    .select(['round', 'hash', 'rule_version as ruleVersion', 'create_time as at'])
    .where('project_id', '=', projectId)
    .orderBy('round', 'desc')
    .execute();

/** Commitments signed for this project, and by the office for its work in the cycle; not those of experts. */
const findSignatures = (db: Db, { id, cycle_id }: { id: number; cycle_id: number }) =>
  db
    .selectFrom('commitment_signature')
    .innerJoin('commitment_text', 'commitment_text.id', 'text_id')
    .select(['kind', 'title', 'version', 'text_hash as hash', 'name as by', 'ip', 'signed_at as at'])
    .where((where) =>
      where.or([
        where('project_id', '=', id),
        where.and([where('cycle_id', '=', cycle_id), where('kind', '=', 'staff')]),
      ]),
    )
    .orderBy('commitment_signature.id', 'desc')
    .execute();

/** Messages about the project: notifications while they are kept, mails and SMS without their text. */
const findMessages = async (db: Db, projectId: number) => {
  const { rows } = await sql<{
    way: 'message' | 'email' | 'sms';
    to: string;
    text: string;
    state: 'unread' | 'read' | 'kept' | 'waiting' | 'sent' | 'failed';
    error: string | null;
    at: Date;
  }>`select way, "to", text, state, error, at from (
      select 'message' as way, ${nameOf('notification.user_id')} as "to", text,
        case when read_time is null then 'unread' else 'read' end as state, null as error, create_time as at, id
      from notification where project_id = ${projectId}
      union all
      select channel, recipient, coalesce(subject, ''), status, error, create_time, id
      from outbox where project_id = ${projectId}
    ) as sent order by at desc, way, id desc`.execute(db);
  return rows;
};

/** Records of a project that only the office sees. */
export const findOfficeRecords = async (db: Db, project: { id: number; cycle_id: number }) => {
  const { id } = project;
  const [checks, snapshots, signatures, messages] = await Promise.all([
    findChecks(db, id),
    findSnapshots(db, id),
    findSignatures(db, project),
    findMessages(db, id),
  ]);
  return { checks, snapshots, signatures, messages };
};
