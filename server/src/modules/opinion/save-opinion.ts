import { sql } from 'kysely';
import type { z } from 'zod';
import type { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { assignmentMachine, inTime, isOpen } from '@zhiping/shared/rules/assignment/states.ts';
import { notInState } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { answerOf, totalOf, withinForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { sendToUser } from '../../platform/live/broadcast.ts';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import {
  caseOf,
  findRound,
  NOUN,
  type StoredAssignment,
  workflow,
} from '../assignment/assignment-workflow.ts';
import { countUnreadable } from '../blind-copy/blind-copy.policy.ts';
import { findHolding } from '../review-rule/held-rules.queries.ts';
import { countMissing, emptyOpinion, scaleOf } from './desk.queries.ts';
import { halted, isHalted, isOwnDesk } from './opinion.policy.ts';
import { hashOfJson } from '../../platform/hash.ts';

/** An own assignment, locked, with how its round stands. */
export const lockOwnAssignment = async (tx: Tx, actor: Principal, id: number) => {
  const stored = await tx
    .selectFrom('assignment')
    .selectAll()
    .where('id', '=', id)
    .where(isOwnDesk(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!stored) throw notFound(NOUN);
  return { stored, round: await findRound(tx, stored.cycle_id) };
};

/** Experts with a later conflict cannot save; they can still decline. */
export const refuseHalted = async (tx: Tx, id: number, isRefused = isHalted): Promise<void> => {
  const found = await tx
    .selectFrom('assignment')
    .select('id')
    .where('id', '=', id)
    .where(isRefused)
    .executeTakeFirst();
  if (found) throw halted();
};

const findReview = (tx: Tx, id: number) =>
  tx.selectFrom('review').selectAll().where('assignment_id', '=', id).executeTakeFirst();

/** Two devices: the later one gets a conflict and merges both versions. */
const refuseStale = (stored: { version: number } | undefined, version: number | undefined) => {
  const now = stored?.version ?? 0;
  if (version !== undefined && version !== now)
    throw new AppError(409, 'edit.conflict', '这份意见已在别处被修改，请核对两处的内容', undefined, {
      version: now,
    });
};

const requireOpen = ({ state }: StoredAssignment) => {
  if (!isOpen(state)) throw badRequest('review.closed', notInState(assignmentMachine, state, '修改意见'));
};

/** Upper bound of the counted time; only reachable by scripts. */
const MAX_SECONDS = 10_000_000;
/** This many versions are always kept; after that one a minute, so that saving cannot fill the disk. */
const KEPT_REVISIONS = 500;
const THIN_MS = 60_000;

/**
 * Whether a version enters the history by itself. The opinion is always saved; a submitted version and those of a choice
 * are always kept.
 */
const isKept = async (tx: Tx, id: number, { version, at }: { version: number; at: Date }) => {
  if (version <= KEPT_REVISIONS) return true;
  const last = await tx
    .selectFrom('review_revision')
    .select('saved_at')
    .where('assignment_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return !last || at.getTime() - last.saved_at.getTime() >= THIN_MS;
};

/** The stored version enters the history even if earlier ones were too many to keep. */
const keepStored = (tx: Tx, id: number, client: 'submit' | 'choice') =>
  sql`insert into review_revision (assignment_id, version, opinion, client, saved_at)
    select assignment_id, version, opinion, ${client}, saved_at from review where assignment_id = ${id}
    on conflict do nothing`.execute(tx);

type Save = z.output<typeof reviewApi.save.body> & { id: number };

/** Keep what an expert typed, whole or not; saved states stay readable. With the first one the review has begun. */
export const saveOpinion = (
  db: Db,
  actor: Principal,
  { id, version, opinion, client, seconds, keep }: Save,
): Promise<z.input<typeof reviewApi.save.result>> =>
  inTransaction(db, async (tx) => {
    const { stored, round } = await lockOwnAssignment(tx, actor, id);
    await refuseHalted(tx, id);
    requireOpen(stored);
    const subject = caseOf(round, stored, { at: actor.at });
    const denial = inTime(subject);
    if (denial) throw badRequest('review.closed', denial.message);
    const before = await findReview(tx, id);
    refuseStale(before, version);
    const { content, version: ruleVersion } = await findHolding(tx, stored.cycle_id);
    const next = (before?.version ?? 0) + 1;
    const values = {
      opinion: JSON.stringify(withinForm(content.form, opinion, scaleOf(content))),
      rule_version: ruleVersion,
      version: next,
      saved_at: actor.at,
      seconds: Math.min((before?.seconds ?? 0) + seconds, MAX_SECONDS),
    };
    if (keep) await keepStored(tx, id, 'choice');
    await tx
      .insertInto('review')
      .values({ assignment_id: id, ...values })
      .onConflict((known) => known.column('assignment_id').doUpdateSet(values))
      .execute();
    if (keep || (await isKept(tx, id, { version: next, at: actor.at })))
      await tx
        .insertInto('review_revision')
        .values({ assignment_id: id, version: next, opinion: values.opinion, client, saved_at: actor.at })
        .execute();
    const saved = { version: next, savedAt: actor.at, dueAt: stored.due_at };
    if (stored.state !== 'accepted') return { ...saved, state: stored.state };
    const { to } = await transition(tx, workflow, {
      id,
      event: 'begin',
      who: ['expert'],
      actor,
      subjectOf: () => subject,
    });
    return { ...saved, state: to };
  });

/** SHA-256 of a submitted opinion with its assignment and rule version. */
const opinionHash = (content: object) => hashOfJson(content);

/** Submits an opinion; its signature is the person, the moment, the hash of the text and the version of the form. */
export const submitOpinion = (
  db: Db,
  actor: Principal,
  { id, version }: { id: number; version?: number | undefined },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored, round } = await lockOwnAssignment(tx, actor, id);
    await refuseHalted(tx, id);
    const review = await findReview(tx, id);
    refuseStale(review, version);
    // A retry after a lost answer: this version is already submitted.
    if (stored.state === 'submitted' && version !== undefined && review?.hash) return;
    const { content, version: ruleVersion } = await findHolding(tx, stored.cycle_id);
    const opinion = withinForm(content.form, review?.opinion ?? emptyOpinion, scaleOf(content));
    const subject = caseOf(round, stored, {
      at: actor.at,
      missing: countMissing(content, opinion),
      unreadable: await countUnreadable(tx, stored.project_id),
    });
    const hash = opinionHash({ assignment: id, opinion, ruleVersion });
    await transition(tx, workflow, {
      id,
      event: 'submit',
      who: ['expert'],
      actor,
      subjectOf: () => subject,
      work: async () => {
        await tx
          .updateTable('review')
          .set({
            opinion: JSON.stringify(opinion),
            submitted: JSON.stringify(opinion),
            hash,
            rule_version: ruleVersion,
          })
          .where('assignment_id', '=', id)
          .execute();
        await keepStored(tx, id, 'submit');
      },
      set: {
        submitted_at: actor.at,
        is_counted: true,
        total: totalOf(content.form, opinion.scores),
        answer: answerOf(opinion),
        ended_reason: null,
        version: stored.version + 1,
        update_time: actor.at,
      },
      detail: { hash, ruleVersion, opinionVersion: review?.version ?? 0, row: { at: actor.at } },
    });
    await sendToUser(tx, actor.userId, { kind: 'review' });
  });
