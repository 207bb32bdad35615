import { type RawBuilder, sql } from 'kysely';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { fillWords } from '@zhiping/shared/rules/message-text/message-texts.ts';
import type { ProjectEvent, ProjectState } from '@zhiping/shared/rules/project/states.ts';
import type { StaffMessage } from '@zhiping/shared/rules/project/staff-messages.ts';
import type { Tx } from '../../platform/database/db.ts';
import { notifyUsers } from '../../platform/live/messages.ts';
import { wordingOf } from '../../platform/outbox/wording.ts';
import { findInstitution } from './institution.queries.ts';
import type { StoredProject } from './project-workflow.ts';

const holding = (permission: Permission) => sql<boolean>`exists (select from user_role
  join role_menu using (role_id) join menu on menu.id = menu_id
  where user_role.user_id = sys_user.id and menu.permission = ${permission})`;

export const isChecker = holding('project:check');

/** Accounts that check projects of these units. */
export const officersOf = (unitIds: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`dept_id = any(${[...unitIds]}::bigint[]) and ${isChecker}`;

/** Accounts that decide for the office, without system administrators. */
export const isOfOffice = sql<boolean>`${holding('project:decide')} and exists (select from user_role
    join role on role.id = role_id where user_role.user_id = sys_user.id and data_scope = '全部')
  and not exists (select from user_role where user_role.user_id = sys_user.id
    and role_id = ${SUPER_ADMIN_ROLE_ID})`;

type StaffNotice = {
  readers: RawBuilder<boolean>;
  link: string;
  /** Excluded: applicants about their own project, and actors about their own step. */
  except: { personIds: readonly number[]; userId?: number | null };
  projectId?: number;
  words?: Record<string, string>;
  isWarning?: boolean;
};

/** Notifies those who work on projects. A message without names is not repeated while it is unread. */
export const notifyStaff = async (
  tx: Tx,
  message: StaffMessage,
  { readers, link, except, projectId, words, isWarning = false }: StaffNotice,
): Promise<void> => {
  const text = fillWords(await wordingOf(tx, `staff.${message}`), words ?? {});
  const isNotPending = sql<boolean>`not exists (select from notification where notification.user_id = sys_user.id
    and read_time is null and notification.link = ${link} and notification.text = ${text})`;
  const { rows } = await sql<{ id: number }>`select id from sys_user
    where enabled and ${readers} and id is distinct from ${except.userId ?? null}
      and id not in (select user_id from applicant where person_id = any(${[...except.personIds]}::bigint[])
        union all select user_id from expert where person_id = any(${[...except.personIds]}::bigint[]))
      and ${words ? sql`true` : isNotPending}
    order by id`.execute(tx);
  await notifyUsers(
    tx,
    rows.map(({ id }) => ({ userId: id, link, projectId: projectId ?? null })),
    { kind: isWarning ? 'warning' : 'info', text },
  );
};

const listOf = (cycleId: number, filter: string) => `/review/project?cycleId=${cycleId}&${filter}`;

type ToOffice = { message: StaffMessage; filter: string };
const toOffice = (event: ProjectEvent, from: ProjectState, step: unknown): ToOffice | null => {
  // The office is notified later, when the supervising body passes the project on.
  if (event === 'report' && step === 'body') return null;
  if (event === 'report' || event === 'endorse')
    return { message: 'reported', filter: 'state=reported&checkStep=office' };
  return event === 'submit' && from === 'supplementing'
    ? { message: 'supplemented', filter: 'state=reported&checkStep=office' }
    : null;
};

/** Notifies schools that results of some of their applicants are published. */
export const notifyOfResults = async (
  tx: Tx,
  projects: readonly Pick<StoredProject, 'school_id' | 'cycle_id' | 'person_id'>[],
): Promise<void> => {
  const bySchool = Map.groupBy(projects, ({ school_id }) => school_id);
  for (const [schoolId, own] of bySchool) {
    const { institutionId } = await findInstitution(tx, schoolId);
    await notifyStaff(tx, 'results', {
      readers: officersOf([institutionId]),
      link: listOf(own[0]!.cycle_id, 'sort=no'),
      except: { personIds: own.map(({ person_id }) => person_id) },
    });
  }
};

/** Events that are reported to the school with the applicant's name. */
const namedEvents = ['supplement', 'lapse', 'refuse', 'reopen', 'withdraw'] as const satisfies (ProjectEvent &
  StaffMessage)[];

const findName = async (tx: Tx, projectId: number): Promise<string> => {
  const { name } = await tx
    .selectFrom('project_snapshot')
    .select(sql<string>`content -> 'person' ->> 'name'`.as('name'))
    .where('project_id', '=', projectId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return name;
};

type Stepped = Pick<StoredProject, 'id' | 'state' | 'school_id' | 'cycle_id' | 'person_id'>;

const notifySchool = async (tx: Tx, project: Stepped, event: ProjectEvent) => {
  const { id, school_id, cycle_id, person_id, state } = project;
  // After the report only a supervising body returns projects.
  const isByBody = state === 'reported' && (event === 'return' || event === 'giveBack');
  const message = isByBody ? 'bodyReturn' : namedEvents.find((one) => one === event);
  if (!message && event !== 'accept') return;
  const { institutionId } = await findInstitution(tx, school_id);
  const notice = { readers: officersOf([institutionId]), except: { personIds: [person_id] } };
  if (!message) return notifyStaff(tx, 'accept', { ...notice, link: listOf(cycle_id, 'state=eligible') });
  return notifyStaff(tx, message, {
    ...notice,
    // A withdrawn project cannot be opened.
    link: event === 'withdraw' ? listOf(cycle_id, 'state=withdrawn') : `/review/project?id=${id}`,
    projectId: id,
    words: { name: await findName(tx, id) },
    isWarning: event !== 'reopen',
  });
};

/** Whether its supervising body has passed the project on since it was reported. */
const isEndorsed = async (tx: Tx, { id }: Stepped): Promise<boolean> => {
  const last = await tx
    .selectFrom('state_event')
    .select('event')
    .where('entity', '=', 'project')
    .where('entity_id', '=', id)
    .where('event', 'in', ['report', 'endorse'] satisfies ProjectEvent[])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.event === 'endorse';
};

/**
 * Notifies a supervising body that a school retracted a project that it had passed on: its list alone would not show
 * that.
 */
const notifyBody = async (tx: Tx, project: Stepped) => {
  const { id, school_id, person_id } = project;
  const { bodyId } = await findInstitution(tx, school_id);
  if (bodyId === null || !(await isEndorsed(tx, project))) return;
  await notifyStaff(tx, 'retract', {
    readers: officersOf([bodyId]),
    except: { personIds: [person_id] },
    link: `/review/project?id=${id}`,
    projectId: id,
    words: { name: await findName(tx, id) },
    isWarning: true,
  });
};

/** Notifies office, supervising body and school of a step of a submitted project if it concerns them. */
export const notifyOfStep = async (
  tx: Tx,
  project: Stepped,
  {
    event,
    actor,
    set,
  }: { event: ProjectEvent; actor: { userId: number | null }; set?: Record<string, unknown> },
): Promise<void> => {
  const { state, cycle_id, person_id } = project;
  const message = toOffice(event, state, set?.['check_step']);
  if (message)
    await notifyStaff(tx, message.message, {
      readers: isOfOffice,
      link: listOf(cycle_id, message.filter),
      except: { personIds: [person_id], userId: actor.userId },
    });
  if (event === 'retract') await notifyBody(tx, project);
  // No other party is notified of a project that was never submitted.
  if (state !== 'draft') await notifySchool(tx, project, event);
};
