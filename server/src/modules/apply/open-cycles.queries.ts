import type { z } from 'zod';
import type { OpenCycle } from '@zhiping/shared/contracts/apply.ts';
import type { Db } from '../../platform/database/db.ts';
import { findTargets } from '../review-rule/targets.ts';

/** States in which applicants see a cycle: from its publication until the end of checking. */
const READABLE = ['published', 'applying', 'checking'] as const;

type Shown = z.input<typeof OpenCycle>;

/**
 * Cycles that applicants see, with the last frozen version of their rules. They are few: an office runs a handful a
 * year.
 */
export const findOpenCycles = async (db: Db): Promise<Shown[]> => {
  const cycles = await db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .select([
      'cycle.id',
      'name',
      'organiser',
      'state',
      'suspended_reason as suspendedReason',
      'apply_opens_at as applyOpensAt',
      'apply_closes_at as applyClosesAt',
      'cutoff_day as cutoffDay',
      'notice',
      'content',
    ])
    .where('state', 'in', READABLE)
    .orderBy('apply_opens_at', 'desc')
    .orderBy('cycle.id', 'desc')
    .execute();
  return Promise.all(
    cycles.map(async ({ content, ...cycle }): Promise<Shown> => {
      const { rules, blind, proofs, commitments } = content;
      const [targets, commitment = null] = await Promise.all([
        findTargets(db, cycle.id),
        findText(db, commitments.applicant ?? null),
      ]);
      return { ...cycle, rules, blind, proofs: [...proofs], targets, commitment };
    }),
  );
};

const findText = async (db: Db, id: number | null) =>
  id === null
    ? undefined
    : db.selectFrom('commitment_text').select(['title', 'body']).where('id', '=', id).executeTakeFirst();
