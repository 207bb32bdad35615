import { settingOf } from '@zhiping/shared/rules/review-rules/frozen-rules.ts';
import { applicationWindow } from '@zhiping/shared/rules/review-rules/application-window.ts';
import { isPast } from '@zhiping/shared/rules/review-rules/moments.ts';
import { judge, type Verdict } from '@zhiping/shared/rules/review-rules/rule.ts';
import type { CheckStep, ProjectCase, ProjectEvent } from '@zhiping/shared/rules/project-states.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { later } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { publicityDenial } from './publicised.queries.ts';
import { eligibilityCase } from './eligibility.queries.ts';
import { findInstitution } from './institution.queries.ts';
import type { StoredProject } from './project-workflow.ts';
import { findLastReturn } from './returns.queries.ts';
import { findTargets } from '../cycle/targets.ts';

/** A cycle as its applications are judged by it: with the version of its rules that holds now. */
export type ProjectCycle = Awaited<ReturnType<typeof findProjectCycle>>;

const findCommitment = async (db: Db, id: number | null | undefined) =>
  id
    ? ((await db
        .selectFrom('commitment_text')
        .select(['id', 'title', 'body', 'version', 'hash'])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null)
    : null;

export const findProjectCycle = async (db: Db, id: number) => {
  const { content, ...cycle } = await db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .select([
      'cycle.id',
      'name',
      'year',
      'organiser',
      'state',
      'suspended_reason as suspendedReason',
      'apply_opens_at as applyOpensAt',
      'apply_closes_at as applyClosesAt',
      'college_closes_at as collegeClosesAt',
      'report_closes_at as reportClosesAt',
      'body_closes_at as bodyClosesAt',
      'eligibility_closes_at as eligibilityClosesAt',
      'review_closes_at as reviewClosesAt',
      'rule_set.version as ruleVersion',
      'content',
    ])
    .where('cycle.id', '=', id)
    .executeTakeFirstOrThrow();
  const [targets, commitment, employerCommitment] = await Promise.all([
    findTargets(db, id),
    findCommitment(db, content.commitments.applicant),
    findCommitment(db, content.commitments.employer),
  ]);
  return {
    ...cycle,
    cutoffDay: content.cutoffDay ?? `${cycle.year}-12-31`,
    rules: content.rules,
    blind: content.blind,
    proofs: [...content.proofs],
    targets,
    commitment,
    employerCommitment,
  };
};

type Window = Pick<ProjectCycle, 'state' | 'applyOpensAt' | 'applyClosesAt' | 'rules'>;

/** Whether something that was begun then counts as handed in when it arrives now. */
export const judgeWindow = (
  { state, applyOpensAt, applyClosesAt, rules }: Window,
  { begunAt, arrivedAt }: { begunAt: Date; arrivedAt: Date },
): Verdict => {
  const isPast = state !== 'published' && state !== 'applying' && state !== 'checking';
  if (isPast || !applyOpensAt || !applyClosesAt) return { level: 'block', message: '本批次申报已截止' };
  const facts = { opensAt: applyOpensAt, closesAt: applyClosesAt, begunAt, arrivedAt };
  return judge(applicationWindow, facts, settingOf(rules, applicationWindow));
};

/** The longest grace that a cycle can give, in milliseconds. */
const MAX_GRACE_MS = 30 * 60_000;

/** Begun in time and arrived a little late counts; the moment itself counts where nobody began just before. */
export const momentsOf = (
  { submit_begun_at }: { submit_begun_at: Date | null },
  at: Date,
): { begunAt: Date; arrivedAt: Date } => {
  const isRecent = submit_begun_at !== null && later(submit_begun_at, MAX_GRACE_MS) >= at;
  return { begunAt: isRecent ? submit_begun_at : at, arrivedAt: at };
};

/** Why nothing can be handed in, or null. */
export const windowDenial = (cycle: Window, moments: { begunAt: Date; arrivedAt: Date }): string | null => {
  const { level, message } = judgeWindow(cycle, moments);
  return level === 'block' ? message : null;
};

/** Why schools cannot report any more, so that nothing is sent back or mended, or null. */
const reportDenial = (
  {
    state,
    reportClosesAt: closesAt,
    bodyClosesAt,
  }: Pick<ProjectCycle, 'state' | 'reportClosesAt' | 'bodyClosesAt'>,
  { wasGivenBack, at }: { wasGivenBack: boolean; at: Date },
): string | null => {
  // What a supervising body gave back is mended and reported until its own time is over.
  const reportClosesAt = wasGivenBack && bodyClosesAt !== null ? bodyClosesAt : closesAt;
  const isOpen = state === 'applying' || state === 'checking';
  if (!isOpen) return '本批次单位报送已截止';
  return reportClosesAt !== null && isPast(reportClosesAt, at)
    ? `本批次单位报送已于 ${formatDateTime(reportClosesAt)} 截止`
    : null;
};

/** Whether colleges check now. When their time is over, what they still have is their school's. */
const isForColleges = ({ collegeClosesAt }: Pick<ProjectCycle, 'collegeClosesAt'>, at: Date): boolean =>
  collegeClosesAt !== null && at <= collegeClosesAt;

/** Whether supervising bodies check now. When their time is over, what they still have is the office's. */
const isForBodies = ({ bodyClosesAt }: Pick<ProjectCycle, 'bodyClosesAt'>, at: Date): boolean =>
  bodyClosesAt !== null && at <= bodyClosesAt;

/** Whose step it is. */
const stepNow = (
  { check_step, state }: Pick<StoredProject, 'check_step' | 'state'>,
  cycle: Pick<ProjectCycle, 'collegeClosesAt' | 'bodyClosesAt'>,
  at: Date,
): CheckStep => {
  if (check_step === 'college' && isForColleges(cycle, at)) return 'college';
  return check_step === 'body' && state === 'reported' && isForBodies(cycle, at) ? 'body' : 'school';
};

/** Who checks what is reported now: the supervising body of the school where there is one, or nobody before the office. */
export const stepOfReport = async (
  db: Db,
  { school_id }: Pick<StoredProject, 'school_id'>,
  cycle: Pick<ProjectCycle, 'bodyClosesAt'>,
  at: Date,
): Promise<'body' | 'school'> => {
  if (!isForBodies(cycle, at)) return 'school';
  const { bodyId } = await findInstitution(db, school_id);
  return bodyId === null ? 'school' : 'body';
};

/** Why no college checks what is handed in at this unit, or null. */
export const collegeDenial = async (
  db: Db,
  { school_id }: Pick<StoredProject, 'school_id'>,
  cycle: Pick<ProjectCycle, 'collegeClosesAt'>,
  at: Date,
): Promise<string | null> => {
  if (cycle.collegeClosesAt === null) return '本批次没有院系审核环节';
  if (!isForColleges(cycle, at)) return `院系审核已于 ${formatDateTime(cycle.collegeClosesAt)} 截止`;
  const { colleges } = await findInstitution(db, school_id);
  return colleges.length === 0 ? '申报人不属于院系，由学校直接审核' : null;
};

/** Whether a college has passed it on once, and whether a supervising body has given it back. */
const findPast = async (db: Db, { id }: StoredProject) => {
  const steps = await db
    .selectFrom('state_event')
    .select(['event', 'from_state'])
    .distinct()
    .where('entity', '=', 'project')
    .where('entity_id', '=', id)
    .where('event', 'in', ['handOn', 'giveBack', 'return'] satisfies ProjectEvent[])
    .execute();
  return {
    wasHandedOn: steps.some(({ event }) => event === 'handOn'),
    wasGivenBack: steps.some(({ from_state }) => from_state === 'reported'),
  };
};

type Look = {
  cycle: ProjectCycle;
  at: Date;
  /** Who looks; nobody where it is the clock. */
  userId: number | null;
  problems?: number;
};

const isEmployed = async (db: Db, { person_id, school_id }: StoredProject): Promise<boolean> => {
  const teacher = await db
    .selectFrom('teacher')
    .select('id')
    .where('person_id', '=', person_id)
    .where('school_id', '=', school_id)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return teacher !== undefined;
};

/** What the guards of an application look at. */
export const caseOf = async (
  db: Db,
  stored: StoredProject,
  { cycle, at, userId, problems = 0 }: Look,
): Promise<ProjectCase> => {
  const { wasHandedOn, wasGivenBack } = await findPast(db, stored);
  return {
    suspendedReason: cycle.suspendedReason,
    windowDenial: windowDenial(cycle, momentsOf(stored, at)),
    reportDenial: reportDenial(cycle, { wasGivenBack, at }),
    problems,
    isEmployed: await isEmployed(db, stored),
    isInCheck: wasHandedOn || (await findLastReturn(db, stored.id)) !== undefined,
    step: stepNow(stored, cycle, at),
    collegeDenial: await collegeDenial(db, stored, cycle, at),
    publicityDenial: await publicityDenial(db, stored, { rules: cycle.rules, at }),
    ...(await eligibilityCase(db, stored, { cycle, at, userId })),
  };
};
