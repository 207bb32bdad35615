import type { z } from 'zod';
import type { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { missingToPublish } from '@zhiping/shared/rules/cycle/missing.ts';
import { cycleStates } from '@zhiping/shared/rules/cycle/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dayOf } from '../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { fieldError } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { postponeSupplements } from '../project/postpone-supplements.ts';
import { advanceCycle } from './advance-cycles.ts';
import { entity } from './cycle-entity.ts';
import { caseOf, planOf, type StoredCycle } from './cycle-plan.ts';
import { findTargets } from '../review-rule/targets.ts';
import { workflow } from './cycle-workflow.ts';
import { postponeEnds } from './postpone-ends.ts';
import { freezeRules } from './rule-set.ts';
import { notifyOfMove, notifyOfStage } from './notify-cycle.ts';

type Move = z.output<typeof cycleApi.move.params> & z.output<typeof cycleApi.move.body>;

/** Projects that have no result of the eligibility check. */
export const countUndecided = async (db: Db, cycleId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('project')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('cycle_id', '=', cycleId)
    .where('state', 'in', ['reported', 'supplementing'])
    .executeTakeFirstOrThrow();
  return Number(count);
};

const countMissing = async (tx: Tx, cycle: StoredCycle, now: Date) => {
  const plan = planOf(cycle, await findTargets(tx, cycle.id));
  return missingToPublish(plan, { now, today: dayOf(now) }).length;
};

/** The columns that go with an event. */
const columnsOf = ({ event, reason }: Move, at: Date) => {
  if (event === 'suspend') return { suspended_reason: reason, suspended_at: at };
  return event === 'resume' ? { suspended_reason: null, suspended_at: null } : {};
};

/** For a user whose decision met a change by another user: often the very same step. */
const nowIn = ({ state, suspended_reason }: StoredCycle) =>
  `批次现在${suspended_reason === null ? '的状态是' : '已暂停，状态是'}「${cycleStates[state]}」。这次的操作没有执行，请查看最新情况后再决定`;

/**
 * Publish a cycle, suspend it, let it go on, or begin its review. Publication freezes its rules as their first version. What
 * time has brought already follows at once.
 */
export const moveCycle = (db: Db, actor: Principal, move: Move): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { id, version, event, reason } = move;
    if (event === 'suspend' && reason === null)
      throw fieldError('cycle.reason', 'reason', '请输入暂停的原因');
    const stored = await lockRow(tx, entity, { id });
    await refuseStale(tx, stored, version, nowIn(stored));
    const missing = event === 'publish' ? await countMissing(tx, stored, actor.at) : 0;
    const undecided = event === 'review' ? await countUndecided(tx, id) : 0;
    const frozen =
      event === 'publish'
        ? await freezeRules(tx, actor, stored, { reason: null, confirmationId: null })
        : null;
    await transition(tx, workflow, {
      id,
      event,
      who: ['office'],
      actor,
      subjectOf: (cycle) => caseOf(cycle, { now: actor.at, missing, undecided }),
      set: {
        ...columnsOf(move, actor.at),
        ...(frozen && { rule_version: frozen.version }),
        ...editedBy(actor, stored),
      },
      note: reason,
      detail: { name: stored.name, ...(frozen && { rules: frozen }), ...(reason && { reason }) },
    });
    if (event === 'resume' && stored.suspended_at) {
      const pause = { from: stored.suspended_at, to: actor.at };
      await postponeSupplements(tx, { cycleId: id, ...pause });
      await postponeEnds(tx, actor, id, pause);
    }
    await notifyOfMove(tx, stored, { event, reason, at: actor.at });
    await notifyOfStage(tx, stored, { event, actorId: actor.userId, now: actor.at });
    await advanceCycle(tx, id, actor.at);
  });
