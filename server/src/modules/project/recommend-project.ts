import type { z } from 'zod';
import type { projectApi } from '@zhiping/shared/contracts/project.ts';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { departmentMajority } from '@zhiping/shared/rules/review-rule/department-majority.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { evaluateRule } from '@zhiping/shared/rules/review-rule/rule.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { dayOf } from '../../platform/clock.ts';
import { badRequest, denied, fieldError } from '../../platform/errors.ts';
import { sha256 } from '../../platform/hash.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { lapseFor } from '../confirmation/lapse.ts';
import { findInstitution } from './institution.queries.ts';
import { lockChecked } from './lock-checked.ts';
import { caseOf, findProjectCycle, type ProjectCycle } from './project-cycle.queries.ts';
import { NOUN } from './project.queries.ts';
import { attachFiles, requireWaiting } from './recommendation-files.ts';
import { takeStep } from './take-step.ts';
import { findSnapshot } from './snapshot.queries.ts';

type Recommendation = z.output<typeof projectApi.recommend.body> & { id: number };
type Locked = Pick<Awaited<ReturnType<typeof lockChecked>>, 'stored' | 'subject'>;
type Written = Omit<Recommendation, 'id' | 'version'>;

/** Stores a recommendation; the publicity of the school begins. */
const take = async (
  tx: Tx,
  actor: Principal,
  { stored, subject }: Locked,
  { opinion, fileIds, confirmation, ...vote }: Written & { confirmation?: { id: number; asked_by: number } },
) => {
  const { id } = stored;
  const { round } = await findSnapshot(tx, id);
  const { expected, present, inFavour, against, abstain, heldOn, place } = vote;
  await takeStep(tx, {
    id,
    event: 'recommend',
    who: ['school'],
    actor,
    subjectOf: () => subject,
    work: async () => {
      const { id: recommendationId } = await tx
        .insertInto('project_recommendation')
        .values({
          project_id: id,
          round,
          expected,
          held_on: heldOn,
          place,
          present,
          in_favour: inFavour,
          against,
          abstain,
          opinion,
          recommended_by: actor.userId,
          recommended_at: actor.at,
          confirmation_id: confirmation?.id ?? null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await attachFiles(tx, confirmation?.asked_by ?? actor.userId, { id, fileIds, recommendationId });
    },
    set: editedBy(actor, stored),
    detail: {
      round,
      ...vote,
      ...(fileIds.length > 0 && { files: fileIds }),
      ...(confirmation && { confirmation: confirmation.id }),
      row: { opinion: sha256(opinion), at: actor.at },
    },
  });
};

/** A project that the actor may recommend at this moment, for its institution. */
const lockRecommendable = async (
  tx: Tx,
  actor: Principal,
  { id, version, heldOn }: Pick<Recommendation, 'id' | 'version' | 'heldOn'>,
) => {
  const locked = await lockChecked(tx, actor, { id, version });
  if (heldOn > dayOf(actor.at)) throw fieldError('project.meeting', 'heldOn', '评议日期不能晚于今天');
  const found = findTransition(
    projectMachine,
    locked.stored.state,
    'recommend',
    [locked.who],
    locked.subject,
  );
  if ('denial' in found) throw denied(found.denial);
  return locked;
};

/** Recommends a project with the vote of its department. */
export const recommendProject = (
  db: Db,
  actor: Principal,
  { id, version, ...written }: Recommendation,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockRecommendable(tx, actor, { id, version, heldOn: written.heldOn });
    await take(tx, actor, locked, written);
    await lapseFor(tx, { act: 'recommendException', objectIds: [id], at: actor.at });
  });

/** Whether a cycle lets schools recommend against the vote. Cycles that do not have the rule do not. */
export const allowsException = ({ rules }: Pick<ProjectCycle, 'rules'>): boolean =>
  evaluateRule(departmentMajority, { inFavour: 0, present: 1 }, settingOf(rules, departmentMajority) ?? {})
    .level !== 'block';

const refuseWithoutRule = (cycle: ProjectCycle) => {
  if (!allowsException(cycle))
    throw badRequest('project.majority', '赞成没有超过实到的半数，本批次不允许例外');
};

type Exception = z.output<typeof projectApi.askException.body> & { id: number };

/** Asks a second person to recommend against the vote. */
export const askException = (
  db: Db,
  actor: Principal,
  { id, version, reason, ...written }: Exception,
): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const { stored, cycle } = await lockRecommendable(tx, actor, { id, version, heldOn: written.heldOn });
    refuseWithoutRule(cycle);
    await requireWaiting(tx, actor.userId, { id, fileIds: written.fileIds });
    const { expected, present, inFavour, against, abstain, heldOn, place, opinion } = written;
    const { institutionId } = await findInstitution(tx, stored.school_id);
    return askConfirmation(tx, actor, {
      act: 'recommendException',
      object: { table: 'project', id, version: stored.version },
      cycleId: cycle.id,
      schoolId: institutionId,
      input: written,
      // By its number: supervisors, who may be the second person, know no names.
      summary: `编号 ${stored.no} 的申报，${heldOn} 在${place}评议，应到 ${expected} 人，实到 ${present} 人：赞成 ${inFavour}，反对 ${against}，弃权 ${abstain}，没有超过半数，仍予推荐；推荐意见：${opinion}`,
      link: `/review/project?id=${id}`,
      reason,
    });
  });

/** Recommends a project against the vote once another person has confirmed it. */
export const recommendConfirmed: PerformAct = async (tx, second, { id, asked_by, object_id, input }) => {
  // The second person may be of the supervising body or the office and not see the project: the request names it.
  const stored = await lockRow(tx, { table: 'project', noun: NOUN }, { id: object_id });
  const cycle = await findProjectCycle(tx, stored.cycle_id);
  refuseWithoutRule(cycle);
  const subject = await caseOf(tx, stored, { cycle, at: second.at });
  await take(tx, second, { stored, subject }, { ...(input as Written), confirmation: { id, asked_by } });
};
