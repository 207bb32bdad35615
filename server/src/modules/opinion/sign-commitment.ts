import { sql } from 'kysely';
import type { z } from 'zod';
import type { reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { Deps } from '../../deps.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, conflict, notFound } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { caseOf, findRound, NOUN, workflow } from '../assignment/assignment-workflow.ts';
import { explainPlace } from '../assignment/explain-place.ts';
import { endAssignment } from '../assignment/replace-expert.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { sign, type Signer } from '../commitment/sign-commitment.ts';
import { findHolding } from '../review-rule/held-rules.queries.ts';
import { findOwnExpert, findUnsigned } from './own-assignments.queries.ts';
import { isHalted, isOwnAssignment } from './opinion.policy.ts';

/** The text that experts of a cycle sign; null where the cycle asks for none. */
const findText = async (db: Db, cycleId: number) => {
  const { content } = await findHolding(db, cycleId);
  const id = content.commitments.expert;
  if (!id) return null;
  const text = await db
    .selectFrom('commitment_text')
    .select(['id', 'title', 'body', 'version', 'hash'])
    .where('id', '=', id)
    .executeTakeFirst();
  return text ?? null;
};

/** The text and the files that it is signed for. */
export const readReviewCommitment = async (db: Db, reader: Principal, cycleId: number) => {
  const expert = await findOwnExpert(db, reader);
  const tasks = expert ? await findUnsigned(db, { expertId: expert.id, cycleId, at: reader.at }) : [];
  // Experts without an assignment in a cycle learn nothing about it.
  return { text: tasks.length > 0 ? await findText(db, cycleId) : null, tasks };
};

/** Files that wait for the office since a conflict came up. */
const findHalted = async (tx: Tx, tasks: readonly { id: number }[]) => {
  const found = await tx
    .selectFrom('assignment')
    .select('id')
    .where(
      'id',
      'in',
      tasks.map(({ id }) => id),
    )
    .where(isHalted)
    .execute();
  return new Set(found.map(({ id }) => id));
};

type Commitment = z.output<typeof reviewApi.commit.body>;

/** If an assignment is already signed (perhaps in another tab), a recusal for it must not be lost. */
const requireSignable = (
  own: readonly { id: number; state: string }[],
  recusals: Commitment['recusals'],
): void => {
  for (const { assignmentId } of recusals) {
    const state = own.find(({ id }) => id === assignmentId)?.state;
    if (state === undefined) throw notFound(NOUN);
    if (!['released', 'recused', 'declined'].includes(state))
      throw badRequest('review.signed', '申请回避的材料已经签署过承诺，请打开那份材料，点「需要回避」');
  }
};

/**
 * Signs the commitment for assignments: each of them opens, except those that the expert recuses from, which go to
 * other experts at once. Signing again changes nothing. A text that changed since it was read is refused.
 */
export const signReviewCommitment = (
  deps: Deps,
  actor: Signer,
  { assignmentIds, cycleId, version, recusals }: Commitment,
): Promise<{ accepted: number; recused: number }> =>
  explainPlace(
    inTransaction(deps.db, async (tx) => {
      const own = await tx
        .selectFrom('assignment')
        .selectAll()
        .where(isOwnAssignment(actor))
        .where(
          assignmentIds
            ? sql<boolean>`assignment.id = any(${assignmentIds}::bigint[])`
            : sql<boolean>`assignment.cycle_id = ${cycleId}`,
        )
        .orderBy('id')
        .forUpdate()
        .execute();
      if (own.length === 0 || (assignmentIds && own.length < new Set(assignmentIds).size))
        throw notFound(NOUN);
      requireSignable(own, recusals);
      const waiting = own.filter(({ state }) => state === 'released');
      const [first] = waiting;
      if (!first) return { accepted: 0, recused: 0 };
      if (waiting.some(({ cycle_id }) => cycle_id !== first.cycle_id))
        throw badRequest('review.cycles', '请按批次分别签署');
      const [round, text, expert] = await Promise.all([
        findRound(tx, first.cycle_id),
        findText(tx, first.cycle_id),
        findOwnExpert(tx, actor),
      ]);
      if (text && text.version !== version)
        throw conflict('review.commitment', '承诺书已更新，请重新阅读后签署');
      const reasons = new Map(
        recusals.map(({ assignmentId, type, note }) => [assignmentId, note ? `${type}：${note}` : type]),
      );
      if (text)
        await sign(tx, actor, text, { project_id: null, cycle_id: first.cycle_id, name: expert?.name ?? '' });
      const stopped = await findHalted(tx, waiting);
      for (const task of waiting) {
        const reason = reasons.get(task.id);
        // A halted assignment waits for the office; it can still be given back.
        if (reason === undefined && stopped.has(task.id)) continue;
        if (reason !== undefined) {
          await endAssignment(deps, tx, actor, { task, round, event: 'recuse', who: 'expert', reason });
          continue;
        }
        await transition(tx, workflow, {
          id: task.id,
          event: 'accept',
          who: ['expert'],
          actor,
          subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
          set: { accepted_at: actor.at, version: task.version + 1, update_time: actor.at },
          detail: { commitment: text?.hash ?? null },
        });
      }
      const recused = waiting.filter(({ id }) => reasons.has(id)).length;
      const left = waiting.filter(({ id }) => stopped.has(id) && !reasons.has(id)).length;
      return { accepted: waiting.length - recused - left, recused };
    }),
  );
