import type { z } from 'zod';
import type { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import {
  eligibilityItems,
  isClear,
  type ItemDecision,
  needsSecondPerson,
  overridesRule,
  problemInDecision,
} from '@zhiping/shared/rules/project/eligibility.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { oneByOne } from '../../platform/edits/one-by-one.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { badRequest } from '../../platform/errors.ts';
import type { Writing } from '../../platform/outbox/write-to.ts';
import { requireStaffSignature } from '../commitment/staff-commitment.ts';
import { evaluateSubmitted } from './checked-project.queries.ts';
import { lockChecked } from './lock-checked.ts';
import { findCheckedNames } from './project-list.queries.ts';
import { takeStep } from './take-step.ts';
import { findSnapshot } from './snapshot.queries.ts';
import { writeToApplicant } from './write-to-applicant.ts';

type Decision = z.output<typeof eligibilityApi.decide.body>;
type Locked = Awaited<ReturnType<typeof lockChecked>>;

/** Evaluates the last submission by the present rules. */
const evaluate = async (tx: Tx, { stored, cycle }: Locked, at: Date) => {
  const { round, content } = await findSnapshot(tx, stored.id);
  const { rules } = await evaluateSubmitted(tx, stored, { cycle, content, at });
  return { round, rules };
};

type Step = {
  event: 'propose' | 'accept' | 'refuse' | 'dispute' | 'reopen';
  step: 'proposed' | 'decided' | 'disputed' | 'reopened';
  verdict: Decision['verdict'] | null;
  opinion: string;
  items: readonly (ReturnType<typeof eligibilityItems>[number] & ItemDecision)[];
  round: number;
};

/** Takes a step and stores the name of its actor (谁审核谁签名). */
const take = async (
  tx: Tx,
  actor: Principal,
  { stored, view, cycle, subject }: Locked,
  { event, step, verdict, opinion, items, round }: Step,
) => {
  const { ruleVersion } = cycle;
  await takeStep(tx, {
    id: stored.id,
    event,
    who: [view],
    actor,
    subjectOf: () => subject,
    work: async () => {
      await requireStaffSignature(tx, actor, cycle.id);
      await tx
        .insertInto('eligibility_check')
        .values({
          project_id: stored.id,
          round,
          step,
          verdict,
          opinion,
          items: JSON.stringify(items),
          rule_version: ruleVersion,
          decided_by: actor.userId,
          decided_at: actor.at,
        })
        .execute();
    },
    set: editedBy(actor, stored),
    note: step === 'proposed' ? null : opinion,
    detail: {
      round,
      ruleVersion,
      opinion,
      unmet: items.filter(({ isMet }) => !isMet).map(({ code }) => code),
    },
  });
};

const decide = async (
  tx: Tx,
  actor: Principal,
  locked: Locked,
  { verdict, opinion, decisions }: Pick<Decision, 'verdict' | 'opinion'> & { decisions: ItemDecision[] },
) => {
  const { round, rules } = await evaluate(tx, locked, actor.at);
  const items = eligibilityItems(rules);
  const problem = problemInDecision(items, { verdict, decisions });
  if (problem) throw badRequest('eligibility.items', problem.message);
  const byCode = new Map(decisions.map((decision) => [decision.code, decision]));
  const needsSecond = locked.subject.needsSecond || overridesRule(items, verdict);
  const isFirst = needsSecond && locked.subject.proposal === null;
  const acceptance = isFirst
    ? ({ event: 'propose', step: 'proposed' } as const)
    : ({ event: 'accept', step: 'decided' } as const);
  const decided = { ...locked, subject: { ...locked.subject, needsSecond } };
  await take(tx, actor, decided, {
    ...(verdict === 'eligible' ? acceptance : ({ event: 'refuse', step: 'decided' } as const)),
    verdict,
    opinion,
    items: items.map((item) => ({ ...item, ...byCode.get(item.code)! })),
    round,
  });
};

/** Decides on the eligibility of a project, item by item. */
export const decideEligibility = (
  deps: Writing & { db: Db },
  actor: Principal,
  { id, version, items, ...decision }: Decision & { id: number },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const locked = await lockChecked(tx, actor, { id, version });
    await decide(tx, actor, locked, { ...decision, decisions: items });
    if (decision.verdict === 'ineligible')
      await writeToApplicant(tx, deps, locked.stored, { event: 'refuse', params: {}, at: actor.at });
  });

type Undo = z.output<typeof eligibilityApi.undo.body> & { id: number };

/** Undoes the pending proposal or the decision. */
export const undoEligibility = (db: Db, actor: Principal, { id, version, reason }: Undo): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockChecked(tx, actor, { id, version });
    const { round } = await findSnapshot(tx, id);
    const isWaiting = locked.stored.state === 'reported';
    await take(tx, actor, locked, {
      ...(isWaiting
        ? ({ event: 'dispute', step: 'disputed' } as const)
        : ({ event: 'reopen', step: 'reopened' } as const)),
      verdict: null,
      opinion: reason,
      items: [],
      round,
    });
  });

const acceptOne = (db: Db, actor: Principal, { id, opinion }: { id: number; opinion: string }) =>
  inTransaction(db, async (tx) => {
    const locked = await lockChecked(tx, actor, { id });
    if (needsSecondPerson(locked.stored.kind))
      throw badRequest('eligibility.second', '须由两人审查，不能批量判定');
    const { rules } = await evaluate(tx, locked, actor.at);
    if (!isClear(rules)) throw badRequest('eligibility.not_clear', '有规则提示需要核对，请逐项审查');
    const decisions = eligibilityItems(rules).map(({ code }) => ({ code, isMet: true, remark: null }));
    await decide(tx, actor, locked, { verdict: 'eligible', opinion, decisions });
  });

const findCyclesOf = async (db: Db, ids: readonly number[]) => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('project')
    .select('cycle_id as cycleId')
    .distinct()
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ cycleId }) => cycleId);
};

type AcceptClear = z.output<typeof eligibilityApi.acceptClear.body>;

/** Accepts the projects that break no rule, each in its own transaction. Reports why others were not accepted. */
export const acceptClear = async (db: Db, actor: Principal, { ids, opinion }: AcceptClear) => {
  const names = await findCheckedNames(db, actor, ids);
  const cycles = await findCyclesOf(db, [...names.keys()]);
  // Checked once for all, so that a missing signature is one error and not one for each project.
  for (const cycleId of cycles) await requireStaffSignature(db, actor, cycleId);
  return oneByOne(ids, names, (id) => acceptOne(db, actor, { id, opinion }));
};
