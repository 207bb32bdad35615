import type { Selectable } from 'kysely';
import { commitmentKinds } from '@zhiping/shared/rules/commitment/kinds.ts';
import type { CyclePlan } from '@zhiping/shared/rules/cycle/missing.ts';
import type { CycleCase } from '@zhiping/shared/rules/cycle/states.ts';
import { readSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type StoredCycle = Selectable<Schema['cycle']>;

/** Every kind with its text, or none. */
export const commitmentsOf = ({ commitments }: Pick<StoredCycle, 'commitments'>) =>
  Object.fromEntries(
    Object.keys(commitmentKinds).map((kind) => [
      kind,
      commitments[kind as keyof typeof commitmentKinds] ?? null,
    ]),
  ) as CyclePlan['commitments'];

/** A cycle as the rules of its publication look at it. */
export const planOf = (cycle: StoredCycle, targets: CyclePlan['targets']): CyclePlan => ({
  filedDay: cycle.filed_day,
  appointMode: cycle.appoint_mode,
  blind: cycle.blind,
  targets,
  cutoffDay: cycle.cutoff_day,
  applyOpensAt: cycle.apply_opens_at,
  applyClosesAt: cycle.apply_closes_at,
  collegeClosesAt: cycle.college_closes_at,
  reportClosesAt: cycle.report_closes_at,
  bodyClosesAt: cycle.body_closes_at,
  eligibilityClosesAt: cycle.eligibility_closes_at,
  reviewClosesAt: cycle.review_closes_at,
  rules: readSettings(cycle.rules),
  proofs: cycle.proofs,
  form: cycle.form,
  notice: cycle.notice,
  commitments: commitmentsOf(cycle),
});

type Now = Pick<CycleCase, 'now'> & Partial<Pick<CycleCase, 'missing' | 'undecided'>>;

/** A cycle as the guards of its states look at it; counts are 0 for events that do not ask for them. */
export const caseOf = (cycle: StoredCycle, { now, missing = 0, undecided = 0 }: Now): CycleCase => ({
  now,
  missing,
  undecided,
  applyOpensAt: cycle.apply_opens_at,
  applyClosesAt: cycle.apply_closes_at,
  reportClosesAt: cycle.report_closes_at,
  bodyClosesAt: cycle.body_closes_at,
  suspendedReason: cycle.suspended_reason,
});
