import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { inRound } from '@zhiping/shared/rules/assignment/states.ts';
import type { Answer } from '@zhiping/shared/rules/opinion/opinion.ts';
import { isUndecided } from '@zhiping/shared/rules/review-rule/external-result.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import type { Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import { findRound, holdsPlace, type Round } from '../assignment/assignment-workflow.ts';
import { candidatesOfProject } from '../assignment/candidates-of-project.ts';
import { chooseExpert, takePlace } from '../assignment/fill-vacancy.ts';
import { findRoundRules, type RoundRules } from '../assignment/round-rules.queries.ts';
import { requireMapping } from '../mapping/mapping.policy.ts';
import { changed } from '../confirmation/answer-confirmation.ts';
import { refuseConcerned, refusePooled } from '../confirmation/refuse-concerned.ts';
import { askAddition, mayHaveSteered } from './ask-change.ts';
import { inPlaces, requireCandidate } from './lock-assignment.ts';
import { type Rank, rankOf } from './put-expert.ts';
import { counts } from './project-marks.queries.ts';

/** Between roster and result no expert is added by hand. */
const refuseFrozen = async (tx: Tx, cycleId: number) => {
  const frozen = await tx
    .selectFrom('draw')
    .select('id')
    .where('cycle_id', '=', cycleId)
    .where('state', '=', 'frozen')
    .executeTakeFirst();
  if (frozen) throw badRequest('assignment.frozen', '抽取名册已冻结，请在产生结果后再补充专家');
};

/** An assignment that holds a place of its project, with the answer that counts. */
type HeldPlace = { isIn: boolean; answer: Answer | null };

/** Whether the rule of the result requires one expert more. */
const needsExtra = (held: readonly HeldPlace[], { wanted, extra, negatives }: RoundRules) => {
  const answers = held.flatMap(({ isIn, answer }) => (isIn ? [answer] : []));
  const disagreed = answers.filter((answer) => answer !== null && negatives.includes(answer)).length;
  return isUndecided({ asked: held.length, returned: answers.length, planned: wanted, disagreed }, extra);
};

/** Why no expert can be added to a project; null while it has a vacancy or the rule of the result requires one more. */
export const addDenial = (
  { suspendedReason, closedAt }: Pick<Round, 'suspendedReason' | 'closedAt'>,
  { state, held, rules }: { state: ProjectState; held: readonly HeldPlace[]; rules: RoundRules },
): Denial | null => {
  if (state !== 'inExternalReview')
    return { code: 'assignment.not_sent', message: '这份申报没有送审，请通过抽取安排专家' };
  const denial = inRound({ suspendedReason, isRoundClosed: closedAt !== null });
  if (denial !== null || held.length < rules.wanted || needsExtra(held, rules)) return denial;
  return { code: 'assignment.full', message: `已有 ${held.length} 位专家，按规则不需要再补充` };
};

/** A project that may have one expert more, by its vacancy or the rule of the result; locked. */
const lockLacking = async (tx: Tx, actor: Principal, projectId: number) => {
  const project = await tx
    .selectFrom('project')
    .select(['id', 'cycle_id as cycleId', 'state'])
    .where('id', '=', projectId)
    .where(isAssigned(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!project) throw notFound('申报');
  const { cycleId, state } = project;
  await refuseConcerned(tx, actor, cycleId);
  const held = await tx
    .selectFrom('assignment')
    .select(['slot', 'answer', counts(actor.at).as('isIn')])
    .where('project_id', '=', projectId)
    .where(holdsPlace)
    .execute();
  const round = await findRound(tx, cycleId);
  const denial = addDenial(round, { state, held, rules: await findRoundRules(tx, cycleId) });
  if (denial !== null) throw badRequest(denial.code, denial.message);
  await refuseFrozen(tx, cycleId);
  const taken = new Set(held.map(({ slot }) => slot));
  let slot = 1;
  while (taken.has(slot)) slot += 1;
  return { cycleId, round, slot };
};

type Lacking = Awaited<ReturnType<typeof lockLacking>>;
type Wanted = { projectId: number; expertId: number | null; reason: string };

/** The expert for a place, chosen by a person or by the rules; locked. */
const findExpert = async (
  tx: Tx,
  { cycleId }: Lacking,
  { projectId, expertId, at }: Pick<Wanted, 'projectId' | 'expertId'> & { at: Date },
) => {
  const found = await candidatesOfProject(tx, { cycleId, projectId, at, isByHand: expertId !== null });
  const chosen =
    expertId === null
      ? await chooseExpert(tx, found, { cycleId, projectId, at })
      : await requireCandidate(tx, found, { cycleId, projectId, expertId, at });
  if (!chosen) throw badRequest('assignment.nobody', '没有可以评审这份材料的专家');
  return { chosen, rank: rankOf(found.allowed, chosen.expertId) };
};

/**
 * Gives the place of a project that may have one expert more to a chosen expert, or to the one whom the rules give. An
 * expert who ranks lower than in the request (`askedRank`) is asked for anew.
 */
export const fillPlace = async (
  deps: Deps,
  tx: Tx,
  actor: Principal,
  { projectId, expertId, askedRank = null, reason }: Wanted & { askedRank?: Rank | null },
): Promise<void> => {
  const lacking = await lockLacking(tx, actor, projectId);
  const { cycleId, round, slot } = lacking;
  const { chosen, rank } = await findExpert(tx, lacking, { projectId, expertId, at: actor.at });
  if (askedRank !== null && rank.place > askedRank.place) throw changed();
  const place = { cycleId, projectId, slot, drawId: null, replaces: null, isReleased: true };
  await takePlace(deps, tx, actor, { place, round, ...chosen, reason });
};

type Add = z.output<typeof assignmentApi.add.body>;

/**
 * Fills a vacancy of a project, or adds the expert that the rule of the result requires. A chosen expert takes a second
 * person, and so does one by rule where the officer changed the pool.
 */
export const addExpert = (
  deps: Deps,
  actor: Principal,
  { projectId, expertId, reason }: Add,
): Promise<{ confirmationId: number | null }> =>
  inPlaces(deps, async (tx) => {
    const project = await tx
      .selectFrom('project')
      .select('cycle_id as cycleId')
      .where('id', '=', projectId)
      .where(isAssigned(actor))
      .executeTakeFirst();
    if (!project) throw notFound('申报');
    const { cycleId } = project;
    await requireMapping(tx, actor, { cycleId, what: 'change', projectId });
    await refusePooled(tx, actor);
    if (expertId === undefined) {
      if (await mayHaveSteered(tx, actor, cycleId)) {
        await lockLacking(tx, actor, projectId);
        return askAddition(tx, actor, { cycleId, projectId, expertId: null, rank: null, reason });
      }
      await fillPlace(deps, tx, actor, { projectId, expertId: null, reason });
      return { confirmationId: null };
    }
    const lacking = await lockLacking(tx, actor, projectId);
    const { rank } = await findExpert(tx, lacking, { projectId, expertId, at: actor.at });
    return askAddition(tx, actor, { cycleId, projectId, expertId, rank, reason });
  });
