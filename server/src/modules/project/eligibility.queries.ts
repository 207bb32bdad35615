import { sql } from 'kysely';
import type { CycleState } from '@zhiping/shared/rules/cycle/states.ts';
import { needsSecondPerson } from '@zhiping/shared/rules/project/eligibility.ts';
import { differencesOf } from '@zhiping/shared/rules/project-form/differences.ts';
import type { ProjectCase } from '@zhiping/shared/rules/project/states.ts';
import { sections } from '@zhiping/shared/rules/review-rule/facts.ts';
import { isPast } from '@zhiping/shared/rules/review-rule/moments.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import type { Db } from '../../platform/database/db.ts';
import { belongToOnePerson } from '../confirmation/seconds.queries.ts';
import { followForm } from './follow-form.ts';
import type { StoredProject } from './project-workflow.ts';
import { findLastReturn } from './returns.queries.ts';
import { findSnapshot } from './snapshot.queries.ts';

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
      'decided_by as decidedBy',
      'decided_at as at',
      // A proposal for an earlier submission does not count for the present one.
      sql<boolean>`round = (select max(newest.round) from project_snapshot newest
        where newest.project_id = eligibility_check.project_id)`.as('isCurrent'),
      sql<string>`coalesce((select ${actorName()} from sys_user where sys_user.id = decided_by), '已注销的账号')`.as(
        'by',
      ),
    ])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

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
  | 'isOfficeAtWork'
  | 'eligibilityDenial'
  | 'wasSupplemented'
  | 'supplementDenial'
  | 'isLapsed'
  | 'needsSecond'
  | 'proposal'
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

const proposalOf = async (
  db: Db,
  found: Awaited<ReturnType<typeof findEligibility>>,
  userId: number | null,
): Promise<ProjectCase['proposal']> => {
  if (found?.step !== 'proposed' || !found.isCurrent) return null;
  return userId !== null && (await belongToOnePerson(db, userId, found.decidedBy)) ? 'own' : 'other';
};

/** Facts that the guards of the eligibility check need. */
export const eligibilityCase = async (
  db: Db,
  stored: StoredProject,
  { cycle, at, userId }: { cycle: { state: CycleState }; at: Date; userId: number | null },
): Promise<Eligibility> => {
  const [found, supplement, supplements] = await Promise.all([
    findEligibility(db, stored.id),
    supplementCase(db, stored, at),
    db
      .selectFrom('project_return')
      .select('id')
      .where('project_id', '=', stored.id)
      .where('kind', '=', 'supplement')
      .execute(),
  ]);
  const proposal = await proposalOf(db, found, userId);
  return {
    ...supplement,
    isOfficeAtWork: found !== undefined || supplements.length > 0,
    eligibilityDenial: eligibilityDenial(cycle),
    wasSupplemented: supplements.length > 0,
    // A waiting proposal is confirmed by another person, whatever asked for it.
    needsSecond: needsSecondPerson(stored.kind) || proposal !== null,
    proposal,
  };
};
