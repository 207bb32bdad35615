import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { applicationWindow } from '@zhiping/shared/rules/review-rule/application-window.ts';
import { isPast } from '@zhiping/shared/rules/review-rule/moments.ts';
import { evaluateRule, type Verdict } from '@zhiping/shared/rules/review-rule/rule.ts';
import type { ProjectCase, ProjectEvent } from '@zhiping/shared/rules/project/states.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { later } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { publicityDenial } from './publicised.queries.ts';
import { eligibilityCase } from './eligibility.queries.ts';
import { collegeDenial, stepNow } from './check-steps.queries.ts';
import type { StoredProject } from './project-workflow.ts';
import { findLastReturn } from './returns.queries.ts';
import { findTargets } from '../review-rule/targets.ts';

/** A cycle with the present version of its rules, by which its projects are judged. */
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

/**
 * Verdict on a submission that began at `begunAt` and arrives at `arrivedAt`: `warn` means late but within the grace.
 */
export const evaluateWindow = (
  { state, applyOpensAt, applyClosesAt, rules }: Window,
  { begunAt, arrivedAt }: { begunAt: Date; arrivedAt: Date },
): Verdict => {
  const isPast = state !== 'published' && state !== 'applying' && state !== 'checking';
  if (isPast || !applyOpensAt || !applyClosesAt) return { level: 'block', message: '本批次申报已截止' };
  const facts = { opensAt: applyOpensAt, closesAt: applyClosesAt, begunAt, arrivedAt };
  return evaluateRule(applicationWindow, facts, settingOf(rules, applicationWindow));
};

/** The longest grace that a cycle can give, in milliseconds. */
const MAX_GRACE_MS = 30 * 60_000;

/** A submission begun in time may arrive within the grace. Without a recent start the arrival counts as the start. */
export const momentsOf = (
  { submit_begun_at }: { submit_begun_at: Date | null },
  at: Date,
): { begunAt: Date; arrivedAt: Date } => {
  const isRecent = submit_begun_at !== null && later(submit_begun_at, MAX_GRACE_MS) >= at;
  return { begunAt: isRecent ? submit_begun_at : at, arrivedAt: at };
};

/** Why nothing can be submitted, or null. */
export const windowDenial = (cycle: Window, moments: { begunAt: Date; arrivedAt: Date }): string | null => {
  const { level, message } = evaluateWindow(cycle, moments);
  return level === 'block' ? message : null;
};

/** Deadline of the school's report. A project that a supervising body returned has until the deadline of the bodies. */
const reportEndOf = (
  { reportClosesAt, bodyClosesAt }: Pick<ProjectCycle, 'reportClosesAt' | 'bodyClosesAt'>,
  { wasGivenBack }: { wasGivenBack: boolean },
): Date | null => (wasGivenBack && bodyClosesAt !== null ? bodyClosesAt : reportClosesAt);

/** Why schools cannot report any more, or null. Then projects cannot be returned or corrected either. */
const reportDenial = (
  { state }: Pick<ProjectCycle, 'state'>,
  { reportEnd, at }: { reportEnd: Date | null; at: Date },
): string | null => {
  const isOpen = state === 'applying' || state === 'checking';
  if (!isOpen) return '本批次单位报送已截止';
  return reportEnd !== null && isPast(reportEnd, at)
    ? `本批次单位报送已于 ${formatDateTime(reportEnd)} 截止`
    : null;
};

const DAY_MS = 86_400_000;

/** Why a return would leave its applicant less than a day until it has to be submitted again, or null. */
const returnDenial = (end: Date | null, at: Date): string | null =>
  end !== null && isPast(end, later(at, DAY_MS))
    ? `距 ${formatDateTime(end)} 截止不足一天，退回后申报人来不及修改并重新提交`
    : null;

/** Whether a college has passed the project on, and whether a supervising body has returned it. */
const findPast = async (db: Db, { id }: Pick<StoredProject, 'id'>) => {
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

/** Facts that the guards of a project need. */
export const caseOf = async (
  db: Db,
  stored: StoredProject,
  { cycle, at, problems = 0 }: Look,
): Promise<ProjectCase & { reportEnd: Date | null }> => {
  const { wasHandedOn, wasGivenBack } = await findPast(db, stored);
  const reportEnd = reportEndOf(cycle, { wasGivenBack });
  const step = stepNow(stored, cycle, at);
  return {
    suspendedReason: cycle.suspendedReason,
    windowDenial: windowDenial(cycle, momentsOf(stored, at)),
    reportEnd,
    reportDenial: reportDenial(cycle, { reportEnd, at }),
    returnDenial: returnDenial(step === 'body' ? cycle.bodyClosesAt : reportEnd, at),
    problems,
    isEmployed: await isEmployed(db, stored),
    isInCheck: wasHandedOn || (await findLastReturn(db, stored.id)) !== undefined,
    step,
    collegeDenial: await collegeDenial(db, stored, cycle, at),
    publicityDenial: await publicityDenial(db, stored, { rules: cycle.rules, at }),
    ...(await eligibilityCase(db, stored, { cycle, at })),
  };
};
