import { sql } from 'kysely';
import type { CycleState } from '@zhiping/shared/rules/cycle/states.ts';
import type { EligibilityItem, ItemDecision } from '@zhiping/shared/rules/project/eligibility.ts';
import { differencesOf } from '@zhiping/shared/rules/project-form/differences.ts';
import type { ProjectCase } from '@zhiping/shared/rules/project/states.ts';
import { sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { isPast } from '@zhiping/shared/rules/review-rule/moments.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { isOpen } from '../confirmation/seconds.queries.ts';
import { followForm } from './follow-form.ts';
import type { StoredProject } from './project-workflow.ts';
import { findLastReturn } from './returns.queries.ts';
import { findSnapshot } from './snapshot.queries.ts';

/** Input of a request to accept a project: the decision on each item of one submission, under one version of the rules. */
export type AskedInput = {
  items: (EligibilityItem & ItemDecision)[];
  round: number;
  ruleVersion: number;
};

/** The newest step of the eligibility check and its actor. */
export const findEligibility = (db: Db, projectId: number) =>
  db
    .selectFrom('eligibility_check')
    .select([
      'round',
      'step',
      'verdict',
      'opinion',
      'items',
      'rule_version as ruleVersion',
      'decided_at as at',
      sql<string | null>`(select asked_name from confirmation where confirmation.id = confirmation_id)`.as(
        'askedBy',
      ),
      sql<string>`coalesce((select ${actorName()} from sys_user where sys_user.id = decided_by), '已注销的账号')`.as(
        'by',
      ),
    ])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The request to accept a project that waits for a second person. */
export const findAsked = async (db: Db, projectId: number, at: Date) => {
  const found = await db
    .selectFrom('confirmation')
    .select(['id', 'input', 'reason', 'asked_name', 'asked_at', 'lapses_at'])
    .where('act', '=', 'acceptProject')
    .where('object_id', '=', projectId)
    .where(isOpen(at))
    .executeTakeFirst();
  if (!found) return null;
  const { id, input, reason, asked_name: by, asked_at, lapses_at: lapsesAt } = found;
  const { items, round, ruleVersion } = input as AskedInput;
  return {
    confirmationId: id,
    step: 'asked' as const,
    verdict: 'eligible' as const,
    opinion: reason,
    items,
    round,
    ruleVersion,
    by,
    askedBy: null,
    at: asked_at,
    lapsesAt,
  };
};

/** The outcome for applicant and school; null before the decision. */
export const findOutcome = async (db: Db, { id, state }: Pick<StoredProject, 'id' | 'state'>) => {
  if (state !== 'eligible' && state !== 'ineligible') return null;
  const found = await findEligibility(db, id);
  if (!found?.verdict) return null;
  const { verdict, opinion, items, at } = found;
  return { verdict, opinion, unmet: items.filter(({ isMet }) => !isMet), at };
};

/** Why the office can no longer decide, or null. */
const eligibilityDenial = ({ state }: { state: CycleState }): string | null =>
  state === 'applying' || state === 'checking' ? null : '本批次资格审查已结束';

type Return = NonNullable<Awaited<ReturnType<typeof findLastReturn>>>;

/**
 * Why the form cannot be submitted: it changed outside the requested parts; null if it did not. After the publicity of
 * the school only requested parts may change. Materials may change freely: the office sees which are new.
 */
const unrequestedChange = async (
  db: Db,
  { id, form, subject_edition }: Pick<StoredProject, 'id' | 'form' | 'subject_edition'>,
  { round, reasons }: Return,
): Promise<string | null> => {
  if (reasons.length === 0) return null;
  const { content } = await findSnapshot(db, id, round);
  // Both forms are compared with the subjects of the present catalogue.
  const before = await followForm(db, { form: content.form, subject_edition });
  const after = await followForm(db, { form, subject_edition });
  const asked = new Set(reasons.map(({ path }) => path.split('.')[0]));
  const stray = differencesOf(before, after).find(({ section }) => !asked.has(section));
  return stray ? `「${sections[stray.section]}」不在补正清单中，请恢复原来的内容：${stray.label}` : null;
};

type Eligibility = Pick<
  ProjectCase,
  'isOfficeAtWork' | 'eligibilityDenial' | 'wasSupplemented' | 'supplementDenial' | 'isLapsed' | 'isAsked'
>;

const supplementCase = async (
  db: Db,
  stored: StoredProject,
  at: Date,
): Promise<Pick<Eligibility, 'supplementDenial' | 'isLapsed'>> => {
  const asked = stored.state === 'supplementing' ? await findLastReturn(db, stored.id) : undefined;
  if (!asked?.dueAt) return { supplementDenial: null, isLapsed: false };
  const isLapsed = isPast(asked.dueAt, at);
  const supplementDenial = isLapsed
    ? `补正期限 ${formatDateTime(asked.dueAt)} 已过，视为放弃申报`
    : await unrequestedChange(db, stored, asked);
  return { supplementDenial, isLapsed };
};

/** Facts that the guards of the eligibility check need. */
export const eligibilityCase = async (
  db: Db,
  stored: StoredProject,
  { cycle, at }: { cycle: { state: CycleState }; at: Date },
): Promise<Eligibility> => {
  const [found, asked, everAsked, supplement, supplements] = await Promise.all([
    findEligibility(db, stored.id),
    findAsked(db, stored.id, at),
    db
      .selectFrom('confirmation')
      .select('id')
      .where('act', '=', 'acceptProject')
      .where('object', '=', 'project')
      .where('object_id', '=', stored.id)
      .limit(1)
      .executeTakeFirst(),
    supplementCase(db, stored, at),
    db
      .selectFrom('project_return')
      .select('id')
      .where('project_id', '=', stored.id)
      .where('kind', '=', 'supplement')
      .execute(),
  ]);
  return {
    ...supplement,
    isOfficeAtWork: found !== undefined || everAsked !== undefined || supplements.length > 0,
    eligibilityDenial: eligibilityDenial(cycle),
    wasSupplemented: supplements.length > 0,
    isAsked: asked !== null,
  };
};
