import { sql } from 'kysely';
import type { z } from 'zod';
import type { OwnProject } from '@zhiping/shared/contracts/project.ts';
import type { ApplicantProject } from '@zhiping/shared/contracts/project-views.ts';
import {
  countProblems,
  evaluateProject,
  missingInProject,
  type ProjectContext,
} from '@zhiping/shared/rules/project-form/facts.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import {
  isInWork,
  type ProjectCase,
  type ProjectEvent,
  projectMachine,
  type ProjectState,
} from '@zhiping/shared/rules/project/states.ts';
import { factsOfIdNumber } from '@zhiping/shared/rules/person/id-number.ts';
import { eventsFor, notInState } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Deps } from '../../deps.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import type { ProjectPerson } from '../../platform/database/column-types.ts';
import { notFound } from '../../platform/errors.ts';
import { findCheckSteps } from './check-steps.queries.ts';
import { findOutcome } from './eligibility.queries.ts';
import { findRecords } from '../person/integrity-records.queries.ts';
import { followForm } from './follow-form.ts';
import { findMaterials, withFormer } from './materials.queries.ts';
import { isOwnProject } from './project.policy.ts';
import { caseOf, findProjectCycle, type ProjectCycle } from './project-cycle.queries.ts';
import { findPublicised } from './publicised.queries.ts';
import { findPublished } from './published-opinions.queries.ts';
import { findLastReturn } from './returns.queries.ts';
import { findSnapshot } from './snapshot.queries.ts';
import type { StoredProject } from './project-workflow.ts';
import { unitName } from '../school/unit-name.ts';

export const NOUN = '申报';

/** The reader's own projects, newest first. There are few: about one a year. */
export const findOwnProjects = (db: Db, reader: Principal): Promise<z.input<typeof OwnProject>[]> =>
  db
    .selectFrom('project')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select([
      'project.id',
      'cycle_id as cycleId',
      'cycle.name as cycleName',
      'cycle.state as cycleState',
      'cycle.suspended_reason as suspendedReason',
      'cycle.apply_closes_at as applyClosesAt',
      'no',
      'project.state',
      'title_series as titleSeries',
      'title_level as titleLevel',
      'title_name as titleName',
      'kind',
      'submitted_at as submittedAt',
      'project.update_time as updateTime',
    ])
    .where(isOwnProject(reader))
    .orderBy('project.id', 'desc')
    .execute();

/** Schools at which the reader is a teacher. */
export const findEmployers = (db: Db, { userId }: Principal) =>
  db
    .selectFrom('teacher')
    .innerJoin('applicant', 'applicant.person_id', 'teacher.person_id')
    .innerJoin('dept', 'dept.id', 'teacher.school_id')
    .select(['dept.id as schoolId', unitName().as('schoolName')])
    .where('applicant.user_id', '=', userId)
    .where('teacher.enabled', '=', true)
    .orderBy('teacher.id')
    .execute();

/** A project of the reader; 404 for all others. */
export const findOwnProject = async (db: Db, reader: Principal, id: number): Promise<StoredProject> => {
  const project = await db
    .selectFrom('project')
    .selectAll()
    .where('id', '=', id)
    .where(isOwnProject(reader))
    .executeTakeFirst();
  if (!project) throw notFound(NOUN);
  return project;
};

/**
 * The applicant according to the present registers, with the name that was reported. Applicants who left their school
 * keep the name of their account.
 */
export const findPerson = async (
  { db, identity }: Pick<Deps, 'db' | 'identity'>,
  { person_id, school_id, applicant_name }: Pick<StoredProject, 'person_id' | 'school_id' | 'applicant_name'>,
): Promise<ProjectPerson> => {
  const { sealed, hash, ...person } = await db
    .selectFrom('person')
    .leftJoin('teacher', (join) =>
      join.onRef('teacher.person_id', '=', 'person.id').on('teacher.school_id', '=', school_id),
    )
    .select([
      'id_card_sealed as sealed',
      'id_card_hash as hash',
      'gender',
      sql<string>`coalesce(${applicant_name}, teacher.name, (select nick_name from sys_user join applicant on user_id = sys_user.id
        where applicant.person_id = person.id), '')`.as('name'),
      sql<string>`(select dept.name from dept where dept.id = ${school_id})`.as('schoolName'),
    ])
    .where('person.id', '=', person_id)
    .executeTakeFirstOrThrow();
  const { birthDate } = factsOfIdNumber(identity.open(sealed, hash));
  return { ...person, birthDate, idCard: identity.openMasked(sealed, hash) };
};

/** Number of the applicant's other projects in the year of a cycle that were not given up. */
export const countOthers = async (
  db: Db,
  { person_id, year, except }: { person_id: number; year: number; except: number | null },
): Promise<number> => {
  const { count } = await db
    .selectFrom('project')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', person_id)
    .where('year', '=', year)
    .where('project.state', '<>', 'withdrawn')
    .where(sql<boolean>`project.id is distinct from ${except}`)
    .executeTakeFirstOrThrow();
  return count;
};

/** Present facts that a project is judged by. */
export const findContext = async (
  db: Db,
  project: Pick<StoredProject, 'id' | 'person_id'>,
  cycle: ProjectCycle,
  at: Date,
): Promise<ProjectContext> => ({
  today: dayOf(at),
  cutoffDay: cycle.cutoffDay,
  rules: cycle.rules,
  isBlind: cycle.blind,
  targets: cycle.targets,
  proofs: cycle.proofs,
  materials: await findMaterials(db, project.id),
  otherProjects: await countOthers(db, {
    person_id: project.person_id,
    year: cycle.year,
    except: project.id,
  }),
  integrityRecords: await findRecords(db, project.person_id, 'applicant'),
});

/** Number of problems that keep a form from being submitted. */
export const problemsIn = (form: ProjectForm, context: ProjectContext): number =>
  countProblems(missingInProject(form, context), evaluateProject(form, context));

const findSnapshots = (db: Db, id: number) =>
  db
    .selectFrom('project_snapshot')
    .select(['round', 'hash', 'rule_version as ruleVersion', 'create_time as at'])
    .where('project_id', '=', id)
    .orderBy('round', 'desc')
    .execute();

const findSignatures = (db: Db, id: number) =>
  db
    .selectFrom('commitment_signature')
    .innerJoin('commitment_text', 'commitment_text.id', 'text_id')
    .select(['title', 'version', 'text_hash as hash', 'signed_at as at'])
    .where('project_id', '=', id)
    .orderBy('commitment_signature.id', 'desc')
    .execute();

/** Events between college, school and supervising body, hidden from the applicant. */
const hiddenEvents = new Set<string>(['handOn', 'sendBack', 'endorse', 'giveBack'] satisfies ProjectEvent[]);

export const findHistory = async (db: Db, id: number, { isOwn = false } = {}) => {
  const steps = await db
    .selectFrom('state_event')
    .leftJoin('sys_user', 'sys_user.id', 'actor_id')
    .select(['event', 'note', 'at'])
    // Only the office's view shows this column.
    .select(
      sql<string | null>`case when actor_id is not null then coalesce(${actorName()}, '已注销的账号') end`.as(
        'by',
      ),
    )
    .where('entity', '=', 'project')
    .where('entity_id', '=', id)
    .orderBy('state_event.id', 'desc')
    .execute();
  const words = projectMachine.events as Record<string, string>;
  return steps.map(({ event, note, ...step }) => ({
    ...step,
    event: words[event] ?? event,
    note: isOwn && hiddenEvents.has(event) ? null : note,
  }));
};

/** The school's last import into the project. */
const findLastPrefill = (db: Db, id: number) =>
  db
    .selectFrom('state_event')
    .leftJoin('sys_user', 'sys_user.id', 'actor_id')
    .select(['note', 'at', sql<string>`coalesce(${actorName()}, '已注销的账号')`.as('by')])
    .where('entity', '=', 'project')
    .where('entity_id', '=', id)
    .where('event', '=', 'prefill' satisfies ProjectEvent)
    .orderBy('state_event.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The submitted person and form, as the snapshot's hash covers them. Null while the applicant works on the project. */
const findSubmitted = async (db: Db, { id, state }: Pick<StoredProject, 'id' | 'state'>) => {
  if (isInWork(state) || state === 'withdrawn') return null;
  const { content } = await findSnapshot(db, id);
  return { person: content.person, form: ProjectForm.parse(content.form) };
};

type Shown = z.input<typeof ApplicantProject>;

const abilitiesOf = (state: ProjectState, subject: ProjectCase): Shown['can'] => {
  const { suspendedReason } = subject;
  const suspended = suspendedReason === null ? true : `批次已暂停：${suspendedReason}`;
  return {
    edit: isInWork(state) ? suspended : notInState(projectMachine, state, '修改'),
    ...eventsFor(projectMachine, state, ['applicant'], subject),
  };
};

/** A project as its applicant sees it. */
export const applicantView = async (
  deps: Pick<Deps, 'db' | 'identity'>,
  reader: Principal,
  project: StoredProject,
): Promise<Shown> => {
  const { db } = deps;
  const { id } = project;
  const cycle = await findProjectCycle(db, project.cycle_id);
  const handedIn = await findSubmitted(db, project);
  const [
    person,
    form,
    context,
    materials,
    snapshots,
    signatures,
    history,
    lastReturn,
    outcome,
    external,
    lastPrefill,
    publicised,
  ] = await Promise.all([
    handedIn?.person ?? findPerson(deps, project),
    handedIn?.form ?? followForm(db, project),
    findContext(db, project, cycle, reader.at),
    findMaterials(db, id).then((found) => withFormer(db, found, { isOwn: true })),
    findSnapshots(db, id),
    findSignatures(db, id),
    findHistory(db, id, { isOwn: true }),
    findLastReturn(db, id),
    findOutcome(db, project),
    findPublished(db, id),
    findLastPrefill(db, id),
    project.state === 'unitPublicity' ? findPublicised(db, [id]) : [],
  ]);
  const problems = problemsIn(form, context);
  const subject = await caseOf(db, project, { cycle, at: reader.at, problems });
  const { state: _state, employerCommitment: _employer, ...shownCycle } = cycle;
  return {
    view: 'applicant',
    id,
    no: project.no,
    state: project.state,
    cycle: { ...shownCycle, reportClosesAt: subject.reportEnd, isOpen: subject.windowDenial === null },
    steps: await findCheckSteps(db, project, cycle),
    step: subject.step,
    person,
    form,
    version: project.version,
    savedAt: project.update_time,
    materials,
    otherApplications: context.otherProjects,
    integrityRecords: [...context.integrityRecords],
    submittedAt: project.submitted_at,
    isLate: project.is_late,
    snapshots,
    signatures,
    history,
    lastPrefill: lastPrefill ?? null,
    publicity: publicised[0] ?? null,
    lastReturn: lastReturn ?? null,
    outcome,
    external,
    can: abilitiesOf(project.state, subject),
  };
};
