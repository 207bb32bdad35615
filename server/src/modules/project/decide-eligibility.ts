import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { eligibilityApi } from '@zhiping/shared/contracts/eligibility.ts';
import {
  eligibilityItems,
  isClear,
  type ItemDecision,
  needsSecondPerson,
  problemInDecision,
} from '@zhiping/shared/rules/project/eligibility.ts';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { type ProjectKind, projectKinds } from '@zhiping/shared/rules/review-rule/facts.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { oneByOne } from '../../platform/edits/one-by-one.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { badRequest, denied } from '../../platform/errors.ts';
import type { Writing } from '../../platform/outbox/write-to.ts';
import { changed, type PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { lapseFor } from '../confirmation/lapse.ts';
import { refuseConcerned } from '../confirmation/refuse-concerned.ts';
import { requireStaffSignature } from '../commitment/staff-commitment.ts';
import { evaluateSubmitted } from './checked-project.queries.ts';
import type { AskedInput } from './eligibility.queries.ts';
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
  event: 'accept' | 'refuse' | 'reopen';
  step: 'decided' | 'reopened';
  verdict: Decision['verdict'] | null;
  opinion: string;
  items: AskedInput['items'];
  round: number;
  /** The request that a second person confirmed. */
  confirmation?: number;
};

/** Takes a step and stores the name of its actor (谁审核谁签名), who has no project in the cycle. */
const take = async (
  tx: Tx,
  actor: Principal,
  { stored, view, cycle, subject }: Locked,
  { event, step, verdict, opinion, items, round, confirmation }: Step,
) => {
  const { ruleVersion } = cycle;
  await takeStep(tx, {
    id: stored.id,
    event,
    who: [view],
    actor,
    subjectOf: () => subject,
    work: async () => {
      await refuseConcerned(tx, actor, cycle.id);
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
          confirmation_id: confirmation ?? null,
        })
        .execute();
    },
    set: editedBy(actor, stored),
    note: opinion,
    detail: {
      round,
      ruleVersion,
      opinion,
      unmet: items.filter(({ isMet }) => !isMet).map(({ code }) => code),
      ...(confirmation !== undefined && { confirmation }),
    },
  });
  if (confirmation === undefined)
    await lapseFor(tx, { act: 'acceptProject', objectIds: [stored.id], at: actor.at });
};

type Judged = { verdict: Decision['verdict']; decisions: readonly ItemDecision[] };

/** The items by the present rules, each with its decision. */
const judge = async (tx: Tx, locked: Locked, { verdict, decisions }: Judged, at: Date) => {
  const { round, rules } = await evaluate(tx, locked, at);
  const items = eligibilityItems(rules);
  const problem = problemInDecision(items, { verdict, decisions });
  if (problem) throw badRequest('eligibility.items', problem.message);
  const byCode = new Map(decisions.map((decision) => [decision.code, decision]));
  return { round, items: items.map((item) => ({ ...item, ...byCode.get(item.code)! })) };
};

/** Asks a second person to accept a project. */
const ask = async (
  tx: Tx,
  actor: Principal,
  { stored, view, cycle, subject }: Locked,
  { opinion, items, round }: Pick<Step, 'opinion' | 'items' | 'round'>,
) => {
  const found = findTransition(projectMachine, stored.state, 'accept', [view], subject);
  if ('denial' in found) throw denied(found.denial);
  await requireStaffSignature(tx, actor, cycle.id);
  const remarks = items.flatMap(({ title, remark }) => (remark ? [`${title}：${remark}`] : []));
  const kind = projectKinds[stored.kind as ProjectKind];
  const input: AskedInput = { items, round, ruleVersion: cycle.ruleVersion };
  const { id } = await askConfirmation(tx, actor, {
    act: 'acceptProject',
    object: { table: 'project', id: stored.id, version: stored.version },
    cycleId: cycle.id,
    input,
    // By its number: supervisors, who may be the second person, know no names.
    summary: `编号 ${stored.no} 的申报（${kind}）判定资格合格${remarks.map((remark) => `；${remark}`).join('')}`,
    link: `/review/project?id=${stored.id}`,
    reason: opinion,
  });
  return id;
};

/** Permissions by which the office reads and decides. */
const OFFICE = ['project:list', 'project:decide'] as const;

/** The rules as they were judged. */
const rulesOf = (items: AskedInput['items']) =>
  items.map(({ code, level, message }) => ({ code, level, message }));

/** Accepts a project once a second person has confirmed, where the rules still say what they said when it was asked for. */
export const acceptConfirmed: PerformAct = async (
  tx,
  second,
  { id: confirmation, object_id: id, object_version, input, reason },
) => {
  // The second person may hold only the permission to confirm.
  const office = { ...second, permissions: new Set([...second.permissions, ...OFFICE]) };
  const locked = await lockChecked(tx, office, { id, version: object_version! });
  const asked = input as AskedInput;
  const decisions = asked.items.map(({ code, isMet, remark }) => ({ code, isMet, remark }));
  const judged = await judge(tx, locked, { verdict: 'eligible', decisions }, second.at);
  if (!isDeepStrictEqual(rulesOf(judged.items), rulesOf(asked.items))) throw changed();
  await take(tx, second, locked, {
    ...judged,
    event: 'accept',
    step: 'decided',
    verdict: 'eligible',
    opinion: reason,
    confirmation,
  });
};

const decide = async (
  tx: Tx,
  actor: Principal,
  locked: Locked,
  { verdict, opinion, decisions }: Judged & Pick<Decision, 'opinion'>,
): Promise<number | null> => {
  const judged = await judge(tx, locked, { verdict, decisions }, actor.at);
  const isAccepted = verdict === 'eligible';
  if (isAccepted && needsSecondPerson(locked.stored.kind, judged.items))
    return ask(tx, actor, locked, { ...judged, opinion });
  await take(tx, actor, locked, {
    ...judged,
    event: isAccepted ? 'accept' : 'refuse',
    step: 'decided',
    verdict,
    opinion,
  });
  return null;
};

/** Decides on the eligibility of a project, item by item. */
export const decideEligibility = (
  deps: Writing & { db: Db },
  actor: Principal,
  { id, version, items, ...decision }: Decision & { id: number },
): Promise<{ confirmationId: number | null }> =>
  inTransaction(deps.db, async (tx) => {
    const locked = await lockChecked(tx, actor, { id, version });
    const confirmationId = await decide(tx, actor, locked, { ...decision, decisions: items });
    if (decision.verdict === 'ineligible')
      await writeToApplicant(tx, deps, locked.stored, { event: 'refuse', params: {}, at: actor.at });
    return { confirmationId };
  });

type Undo = z.output<typeof eligibilityApi.undo.body> & { id: number };

/** Takes a decision back. */
export const undoEligibility = (db: Db, actor: Principal, { id, version, reason }: Undo): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockChecked(tx, actor, { id, version });
    const { round } = await findSnapshot(tx, id);
    await take(tx, actor, locked, {
      event: 'reopen',
      step: 'reopened',
      verdict: null,
      opinion: reason,
      items: [],
      round,
    });
  });

const acceptOne = (db: Db, actor: Principal, { id, opinion }: { id: number; opinion: string }) =>
  inTransaction(db, async (tx) => {
    const locked = await lockChecked(tx, actor, { id });
    const { rules } = await evaluate(tx, locked, actor.at);
    const items = eligibilityItems(rules);
    if (needsSecondPerson(locked.stored.kind, items))
      throw badRequest('eligibility.second', '须由两人审查，不能批量判定');
    if (!isClear(rules)) throw badRequest('eligibility.not_clear', '有规则提示需要核对，请逐项审查');
    const decisions = items.map(({ code }) => ({ code, isMet: true, remark: null }));
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
