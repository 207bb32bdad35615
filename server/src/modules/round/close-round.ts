import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { externalResult, needsExtraExpert } from '@zhiping/shared/rules/review-rule/external-result.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { evaluateRule } from '@zhiping/shared/rules/review-rule/rule.ts';
import { ofScale } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { Opinion } from '@zhiping/shared/rules/review-rule/facts.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { transitionMany } from '../../platform/workflow/transition.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { lapseFor } from '../confirmation/lapse.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { expertsWanted } from '../assignment/roster.queries.ts';
import { notifyNextStep } from '../project/notify-next-step.ts';
import { moveInReview } from '../project/external-review.ts';
import { checkerOf } from '../project/project.policy.ts';
import { findHolding } from '../review-rule/held-rules.queries.ts';
import { scaleOf } from '../opinion/desk.queries.ts';
import { caseOf, findRound, holdsPlace, workflow } from '../assignment/assignment-workflow.ts';
import { readSummary } from './projects.queries.ts';

const lockCycle = async (tx: Tx, cycleId: number) => {
  const cycle = await tx
    .selectFrom('cycle')
    .select('name')
    .where('id', '=', cycleId)
    .where('state', '<>', 'draft')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!cycle) throw notFound('批次');
  return { ...(await findRound(tx, cycleId)), name: cycle.name };
};

const requireOffice = (actor: Principal) => {
  if (checkerOf(actor) !== 'office') throw notFound('批次');
};

type Rules = Awaited<ReturnType<typeof findHolding>>;

/** The outcome of the opinions on a project by rule R2, with its arithmetic in words. */
export const evaluateOpinions = (
  { content }: Pick<Rules, 'content'>,
  { asked, opinions }: { asked: number; opinions: readonly Opinion[] },
) => {
  const scale = scaleOf(content);
  const given = opinions.map((opinion) => ofScale(opinion, scale));
  const facts = { asked, opinions: given, planned: expertsWanted(content.rules) };
  const setting = settingOf(content.rules, externalResult);
  const values = externalResult.schema.parse(setting?.values ?? {});
  return {
    ...evaluateRule(externalResult, facts, setting),
    needsExtra: setting !== null && needsExtraExpert(facts, values),
  };
};

/** How many disagree, as the arithmetic of a result in words says. */
export const disagreedIn = (message: string) => Number(/不同意 (\d+) 份/.exec(message)?.[1] ?? 0);

const findOpinions = (tx: Tx, cycleId: number) =>
  tx
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .leftJoin('review', 'assignment_id', 'assignment.id')
    .select(['assignment.id', 'project_id', 'submitted'])
    .where('assignment.cycle_id', '=', cycleId)
    .where('project.state', '=', 'inExternalReview')
    .where(holdsPlace)
    .orderBy('project_id')
    .execute();

/**
 * Locks a whole round while it closes: a simultaneous recall, return, replacement or addition is either counted or
 * finds it closed.
 */
const lockPlaces = async (tx: Tx, cycleId: number) => {
  await tx
    .selectFrom('assignment')
    .select('id')
    .where('cycle_id', '=', cycleId)
    .orderBy('id')
    .forUpdate()
    .execute();
  await tx
    .selectFrom('project')
    .select('id')
    .where('cycle_id', '=', cycleId)
    .orderBy('id')
    .forUpdate()
    .execute();
};

/** A draft after the last submission is not what counts: the desk shows what does. Its versions stay in the history. */
const showSubmitted = (tx: Tx, cycleId: number) =>
  sql`update review set opinion = submitted from assignment
    where assignment.id = assignment_id and cycle_id = ${cycleId} and state = 'locked' and opinion <> submitted`.execute(
    tx,
  );

/** Locks a round that can be closed now. */
const lockClosable = async (tx: Tx, actor: Principal, cycleId: number) => {
  const { name } = await lockCycle(tx, cycleId);
  await lockPlaces(tx, cycleId);
  const summary = await readSummary(tx, actor, cycleId);
  if (summary.can.close !== true) throw badRequest('round.close', summary.can.close ?? '不能结束送审');
  return { name, ...summary };
};

type Closing = {
  cycleId: number;
  /** The request that a second person confirmed. */
  confirmation?: number;
};

/**
 * Closes the round: saving ends, and each project gets its result by the rule of the cycle. Results are not published
 * yet.
 */
const close = async (tx: Tx, actor: Principal, { cycleId, confirmation }: Closing): Promise<void> => {
  const round = await findRound(tx, cycleId);
  const holding = await findHolding(tx, cycleId);
  const found = await findOpinions(tx, cycleId);
  await transitionMany(tx, workflow, {
    ids: found.map(({ id }) => id),
    event: 'lock',
    who: ['office'],
    actor,
    subject: caseOf(round, { due_at: null, is_counted: true }, { at: actor.at }),
    set: { update_time: actor.at },
  });
  await showSubmitted(tx, cycleId);
  const results = [...Map.groupBy(found, ({ project_id }) => project_id)].map(([projectId, rows]) => {
    const opinions = rows.flatMap(({ submitted }) => submitted ?? []);
    const { level, message } = evaluateOpinions(holding, { asked: rows.length, opinions });
    return {
      project_id: projectId,
      cycle_id: cycleId,
      outcome: level === 'block' ? ('fail' as const) : ('pass' as const),
      asked: rows.length,
      returned: opinions.length,
      disagreed: disagreedIn(message),
      message,
      rule_version: holding.version,
      computed_at: actor.at,
    };
  });
  if (results.length > 0) await tx.insertInto('external_result').values(results).execute();
  await tx
    .insertInto('review_round')
    .values({ cycle_id: cycleId, closed_at: actor.at, closed_by: actor.userId, update_by: actor.username })
    .execute();
  await audit(tx, {
    actorId: actor.userId,
    action: 'round.closed',
    entity: 'cycle',
    entityId: cycleId,
    detail: {
      files: results.length,
      passed: results.filter(({ outcome }) => outcome === 'pass').length,
      ...(confirmation !== undefined && { confirmation }),
      row: { at: actor.at },
    },
  });
  await lapseFor(tx, { act: 'closeRound', objectIds: [cycleId], at: actor.at });
  await notifyNextStep(tx, { cycleId, news: '送审已结束', actorId: actor.userId, now: actor.at });
};

/** The facts that a request to close early holds for: the number of opinions and the end. */
const aboutOf = ({
  submitted,
  dueAt,
  lastDueAt,
}: Pick<Awaited<ReturnType<typeof readSummary>>, 'submitted' | 'dueAt' | 'lastDueAt'>) => ({
  submitted,
  end: (lastDueAt ?? dueAt)?.toISOString() ?? null,
});

type Asked = z.output<typeof assignmentApi.close.body>;

/**
 * Closes a round, or asks a second person to: before the end of the review it takes the time of experts who may still
 * change their opinion.
 */
export const closeRound = (
  db: Db,
  actor: Principal,
  { cycleId, reason }: Asked,
): Promise<{ confirmationId: number | null }> =>
  inTransaction(db, async (tx) => {
    requireOffice(actor);
    const { name, isOver, submitted, dueAt, lastDueAt } = await lockClosable(tx, actor, cycleId);
    const about = aboutOf({ submitted, dueAt, lastDueAt });
    const end = lastDueAt ?? dueAt;
    if (isOver || end === null) {
      await close(tx, actor, { cycleId });
      return { confirmationId: null };
    }
    if (!reason) throw fieldError('round.reason', 'reason', '请输入提前结束送审的原因');
    const asked = await askConfirmation(tx, actor, {
      act: 'closeRound',
      object: { table: 'cycle', id: cycleId, version: null },
      cycleId,
      input: about,
      stillHolds: (input) => isDeepStrictEqual(input, about),
      summary: `在 ${formatDateTime(end)} 以前结束「${name}」的送审，${submitted} 份意见全部锁定`,
      link: `/review/assignment?cycleId=${cycleId}`,
      reason,
    });
    return { confirmationId: asked.id };
  });

/** Closes it once it is confirmed, by a person who may hold only the permission to confirm. */
export const closeConfirmed: PerformAct = async (tx, second, { id: confirmation, object_id, input }) => {
  const office = { ...second, permissions: new Set([...second.permissions, 'assignment:release']) };
  const about = aboutOf(await lockClosable(tx, office, object_id));
  if (!isDeepStrictEqual(input, about))
    throw badRequest('round.changed', '提出之后意见份数或截止时间有变化，请重新提出');
  await close(tx, second, { cycleId: object_id, confirmation });
};

/** Let schools and applicants know the results and read the opinions, without a name. */
export const publishResults = (db: Db, actor: Principal, { cycleId }: { cycleId: number }): Promise<void> =>
  inTransaction(db, async (tx) => {
    requireOffice(actor);
    const { suspendedReason } = await lockCycle(tx, cycleId);
    const { can } = await readSummary(tx, actor, cycleId);
    if (can.publish !== true) throw badRequest('round.publish', can.publish ?? '不能公布结果');
    const results = await tx
      .selectFrom('external_result')
      .select(['project_id', 'outcome'])
      .where('cycle_id', '=', cycleId)
      .execute();
    for (const event of ['pass', 'fail'] as const)
      await moveInReview(tx, actor, {
        ids: results.filter(({ outcome }) => outcome === event).map(({ project_id }) => project_id),
        suspendedReason,
        event,
      });
    await tx
      .updateTable('review_round')
      .set({ released_at: actor.at, update_by: actor.username, update_time: actor.at })
      .where('cycle_id', '=', cycleId)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'round.published',
      entity: 'cycle',
      entityId: cycleId,
      detail: { files: results.length, row: { at: actor.at } },
    });
    await notifyNextStep(tx, { cycleId, news: '送审结果已公布', actorId: actor.userId, now: actor.at });
  });
