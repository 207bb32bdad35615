import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { fieldError } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { recordChange } from '../draw/result/record-step.ts';
import { wasReleased, requireMapping } from '../mapping/mapping.policy.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import {
  caseOf,
  findRound,
  isPast,
  NOUN,
  type StoredAssignment,
  workflow,
} from '../assignment/assignment-workflow.ts';
import { type CandidatesOfProject, candidatesOfProject } from '../assignment/candidates-of-project.ts';
import { explainPlace } from '../assignment/explain-place.ts';
import { placeOf, takePlace } from '../assignment/fill-vacancy.ts';
import { notifyReturned } from './remind-experts.ts';
import { endAssignment } from '../assignment/replace-expert.ts';
import { findBlockNow } from '../conflict/judge-kept.ts';
import { reserveExpert } from '../assignment/reserve-expert.ts';

const entity = { table: 'assignment', noun: NOUN } as const;

export const inPlaces = <T>({ db }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> =>
  explainPlace(inTransaction(db, work));

/** An assignment at a project that the actor may see, locked with its project. */
export const lockAssignment = async (
  tx: Tx,
  actor: Principal,
  key: { id: number; version?: number | undefined },
) => {
  const stored = await lockRow(tx, entity, key, (row) =>
    row.exists(
      row
        .selectFrom('project')
        .select('project.id')
        .whereRef('project.id', '=', 'assignment.project_id')
        .where(isAssigned(actor)),
    ),
  );
  await tx.selectFrom('project').select('id').where('id', '=', stored.project_id).forUpdate().execute();
  return { stored, round: await findRound(tx, stored.cycle_id) };
};

/** The points of a locked expert at a project, or the reason why they are not allowed. */
export const requireCandidate = async (
  tx: Tx,
  { allowed, denialOf }: CandidatesOfProject,
  { cycleId, projectId, expertId, at }: { cycleId: number; projectId: number; expertId: number; at: Date },
) => {
  const found = allowed.find(({ expert }) => expert.id === expertId);
  if (found) {
    // Also by facts that are not computed yet.
    if ((await findBlockNow(tx, { cycleId, at }, { file: projectId, expert: expertId })) !== null)
      throw fieldError('assignment.expert', 'expertId', '须回避');
    if (await reserveExpert(tx, { cycleId, expertId, most: found.most }))
      return { expertId, parts: found.parts };
    throw fieldError('assignment.expert', 'expertId', '这位专家的名额刚刚已满');
  }
  const denial = denialOf(expertId);
  if (denial === undefined) throw fieldError('assignment.expert', 'expertId', '专家不存在');
  throw fieldError('assignment.expert', 'expertId', denial ?? '这位专家不能评审这份材料');
};

/**
 * Refuses an act on a released place while the cycle hides who has which project: the list of experts counts what each
 * of them has, so that the counts before and after the act would say it.
 */
export const requireVisible = async (
  tx: Tx,
  actor: Principal,
  { cycle_id: cycleId, project_id: projectId }: Pick<StoredAssignment, 'cycle_id' | 'project_id'>,
): Promise<void> => {
  if (await wasReleased(tx, [projectId]))
    await requireMapping(tx, actor, { cycleId, what: 'change', projectId });
};

type Change = z.output<typeof assignmentApi.change.body> & { id: number };

/**
 * Puts another expert into a place, with a reason on record. The result of the draw stays in its record; a released
 * assignment is ended and the new expert is invited.
 */
export const changeAssignment = (
  deps: Deps,
  actor: Principal,
  { id, version, expertId, reason }: Change,
): Promise<{ id: number }> =>
  inPlaces(deps, async (tx) => {
    const { stored, round } = await lockAssignment(tx, actor, { id, version });
    await requireVisible(tx, actor, stored);
    if (stored.expert_id === expertId) throw fieldError('assignment.expert', 'expertId', '已由这位专家评审');
    const cycleId = stored.cycle_id;
    const found = await candidatesOfProject(tx, {
      cycleId,
      projectId: stored.project_id,
      at: actor.at,
      except: id,
      isByHand: true,
    });
    const chosen = await requireCandidate(tx, found, {
      cycleId,
      projectId: stored.project_id,
      expertId,
      at: actor.at,
    });
    await transition(tx, workflow, {
      id,
      event: stored.state === 'proposed' ? 'drop' : 'replace',
      who: ['office'],
      actor,
      subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
      set: {
        ended_reason: reason,
        version: stored.version + 1,
        update_by: actor.username,
        update_time: actor.at,
      },
      note: reason,
      detail: { reason },
    });
    const created = await takePlace(deps, tx, actor, { place: placeOf(stored), round, ...chosen, reason });
    if (stored.state === 'proposed') await recordChange(tx, actor, { stored, ...chosen, reason });
    return created;
  });

type Replace = z.output<typeof assignmentApi.replace.body> & { id: number };

/** Replaces an expert who is late or cannot continue; the place is filled in the same transaction. */
export const replaceExpert = (
  deps: Deps,
  actor: Principal,
  { id, version, reason }: Replace,
): Promise<void> =>
  inPlaces(deps, async (tx) => {
    const { stored, round } = await lockAssignment(tx, actor, { id, version });
    await requireVisible(tx, actor, stored);
    const isLate = isPast(stored.due_at, actor.at);
    await endAssignment(deps, tx, actor, {
      task: stored,
      round,
      event: isLate ? 'expire' : 'replace',
      who: 'office',
      reason,
    });
  });

/** No opinion is due sooner than a day after its return. */
const LEAST_MS = 86_400_000;

type Return = z.output<typeof assignmentApi.return.body> & { id: number };

/** Send an opinion back to be mended; each version of it stays readable. */
export const returnOpinion = (
  deps: Deps,
  actor: Principal,
  { id, version, reason, dueAt }: Return,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { stored, round } = await lockAssignment(tx, actor, { id, version });
    await requireVisible(tx, actor, stored);
    const until = dueAt ?? stored.due_at;
    if (until !== null && until <= actor.at)
      throw fieldError('assignment.due', 'dueAt', '评审期限已过，请给出新的修改截止时间');
    if (until !== null && until.getTime() < actor.at.getTime() + LEAST_MS)
      throw fieldError('assignment.due', 'dueAt', '修改截止时间距现在不足一天，请给出更晚的时间');
    await transition(tx, workflow, {
      id,
      event: 'return',
      who: ['office'],
      actor,
      subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
      set: {
        ended_reason: reason,
        due_at: until,
        ...(dueAt !== null && { own_due_at: dueAt }),
        submitted_at: null,
        version: stored.version + 1,
        update_by: actor.username,
        update_time: actor.at,
      },
      note: reason,
      detail: { reason },
    });
    await notifyReturned(deps, tx, { stored, until, at: actor.at });
  });
