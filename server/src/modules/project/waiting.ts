import { type RawBuilder, sql } from 'kysely';
import type { ProjectWaiting, PublicityStage } from '@zhiping/shared/rules/project/waiting.ts';
import { isOpen } from '../confirmation/seconds.queries.ts';
import { dayOf, daysAfter, daysBefore } from '../../platform/clock.ts';

const STUCK_DAYS = 7;
const SOON_DAYS = 2;

const inStateSince = (state: string, before: Date) =>
  sql<boolean>`shown.state = ${state} and shown."updateTime" < ${before}`;

/** The publicity of the last submission, running or over. */
const notice = sql`from unit_publicity_project named join unit_publicity on unit_publicity.id = publicity_id
  where named.project_id = shown.id and cancel_reason is null and round = (select max(newest.round)
    from project_snapshot newest where newest.project_id = shown.id)`;

const openObjection = sql`select from objection where objection.project_id = shown.id and verdict is null`;
/** An upheld objection keeps the submission from being reported; only a new submission is publicised again. */
const upheldObjection = sql`select from objection join unit_publicity_project named using (publicity_id, project_id)
  where named.project_id = shown.id and verdict = 'upheld' and named.round = (select max(newest.round)
    from project_snapshot newest where newest.project_id = shown.id)`;

/** Condition on rows of a project list named `shown`: they wait for this. */
export const isWaiting = (waiting: ProjectWaiting, at: Date): RawBuilder<boolean> => {
  const before = daysBefore(at, STUCK_DAYS);
  switch (waiting) {
    case 'check':
      return inStateSince('submitted', before);
    case 'mend':
      return inStateSince('returned', before);
    case 'objection':
      return sql<boolean>`shown.state = 'unitPublicity' and exists (${openObjection})`;
    case 'report':
      return sql<boolean>`shown.state = 'unitPublicity' and not exists (${openObjection})
        and not exists (${upheldObjection}) and exists (select ${notice} and ends_on < ${dayOf(at)})`;
    case 'decide':
      // Projects that a supervising body still checks do not wait for the office.
      return sql<boolean>`${inStateSince('reported', before)} and "checkStep" = 'office'`;
    case 'second':
      return sql<boolean>`shown.state = 'reported' and exists (select from confirmation
        where act = 'acceptProject' and object_id = shown.id and ${isOpen(at)})`;
    case 'supplement':
      return sql<boolean>`shown.state = 'supplementing' and exists (select from project_return asked
        where asked.project_id = shown.id and kind = 'supplement' and due_at < ${daysAfter(at, SOON_DAYS)})`;
  }
};

/** Condition on rows of a project list named `shown`: they are in this stage of publicity. */
export const isPublicised = (stage: PublicityStage, at: Date): RawBuilder<boolean> => {
  const today = dayOf(at);
  const inPublicity = sql`shown.state = 'unitPublicity'`;
  switch (stage) {
    case 'none':
      return sql<boolean>`${inPublicity} and not exists (select ${notice})`;
    case 'running':
      return sql<boolean>`${inPublicity} and exists (select ${notice} and ends_on >= ${today})`;
    case 'ended':
      return sql<boolean>`${inPublicity} and exists (select ${notice} and ends_on < ${today})`;
    case 'objected':
      return isWaiting('objection', at);
  }
};
