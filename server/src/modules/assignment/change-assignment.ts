import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { isChecked } from '../project/project.policy.ts';
import { caseOf, findRound, NOUN, type StoredAssignment, workflow } from './assignment-workflow.ts';
import { candidatesOfFile } from './candidates-of-file.ts';
import { placeOf, takePlace } from './fill-slot.ts';
import { tellReturned } from './remind-experts.ts';
import { endTask } from './replace-expert.ts';

const entity = { table: 'assignment', noun: NOUN } as const;

/** An assignment at an application that the actor may see, locked with its application. */
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
        .where(isChecked(actor)),
    ),
  );
  await tx.selectFrom('project').select('id').where('id', '=', stored.project_id).forUpdate().execute();
  return { stored, round: await findRound(tx, stored.cycle_id) };
};

/** What an expert would be worth at a file, or why he may not have it. */
const requireCandidate = async (
  tx: Tx,
  {
    stored,
    expertId,
    at,
  }: {
    stored: Pick<StoredAssignment, 'cycle_id' | 'project_id'> & { id?: number };
    expertId: number;
    at: Date;
  },
) => {
  const { allowed, denialOf } = await candidatesOfFile(tx, {
    cycleId: stored.cycle_id,
    projectId: stored.project_id,
    at,
    except: stored.id ?? null,
  });
  const found = allowed.find(({ expert }) => expert.id === expertId);
  if (found) return found.parts;
  const denial = denialOf(expertId);
  if (denial === undefined) throw fieldError('assignment.expert', 'expertId', '专家不存在');
  throw fieldError('assignment.expert', 'expertId', denial ?? '这位专家不能评审这份材料');
};

type Change = z.output<typeof assignmentApi.change.body> & { id: number };

/**
 * Put somebody else in the place of an expert, with the reason on record. What the draw came to stays in its record; what was sent
 * out already is taken back from the one and sent to the other.
 */
export const changeAssignment = (
  deps: Deps,
  actor: Principal,
  { id, version, expertId, reason }: Change,
): Promise<{ id: number }> =>
  inTransaction(deps.db, async (tx) => {
    const { stored, round } = await lockAssignment(tx, actor, { id, version });
    if (stored.expert_id === expertId) throw fieldError('assignment.expert', 'expertId', '已由这位专家评审');
    const parts = await requireCandidate(tx, { stored, expertId, at: actor.at });
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
    return takePlace(deps, tx, actor, { place: placeOf(stored), round, expertId, parts, reason });
  });

type Replace = z.output<typeof assignmentApi.replace.body> & { id: number };

/** Relieve an expert who is late or cannot go on; his place is filled in the same transaction. */
export const replaceExpert = (
  deps: Deps,
  actor: Principal,
  { id, version, reason }: Replace,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { stored, round } = await lockAssignment(tx, actor, { id, version });
    const isLate = stored.due_at !== null && actor.at > stored.due_at;
    await endTask(deps, tx, actor, {
      task: stored,
      round,
      event: isLate ? 'expire' : 'replace',
      who: 'office',
      reason,
    });
  });

type Return = z.output<typeof assignmentApi.return.body> & { id: number };

/** Send an opinion back to be mended; each version of it stays readable. */
export const returnOpinion = (
  deps: Deps,
  actor: Principal,
  { id, version, reason, dueAt }: Return,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { stored, round } = await lockAssignment(tx, actor, { id, version });
    const until = dueAt ?? stored.due_at;
    if (until !== null && until <= actor.at)
      throw fieldError('assignment.due', 'dueAt', '评审期限已过，请给出新的修改截止时间');
    await transition(tx, workflow, {
      id,
      event: 'return',
      who: ['office'],
      actor,
      subjectOf: (locked) => caseOf(round, locked, { at: actor.at }),
      work: async () => {
        await tx.updateTable('review').set({ hash: null }).where('assignment_id', '=', id).execute();
      },
      set: {
        ended_reason: reason,
        due_at: until,
        submitted_at: null,
        version: stored.version + 1,
        update_by: actor.username,
        update_time: actor.at,
      },
      note: reason,
      detail: { reason },
    });
    await tellReturned(deps, tx, { stored, until, at: actor.at });
  });

type Add = z.output<typeof assignmentApi.add.body>;

/** Fill an empty place of a file, or give it one expert more than the rule asks for. */
export const addExpert = (
  deps: Deps,
  actor: Principal,
  { projectId, expertId, reason }: Add,
): Promise<{ id: number }> =>
  inTransaction(deps.db, async (tx) => {
    const project = await tx
      .selectFrom('project')
      .select(['id', 'cycle_id', 'state'])
      .where('id', '=', projectId)
      .where(isChecked(actor))
      .forUpdate()
      .executeTakeFirst();
    if (!project) throw notFound('申报');
    if (project.state !== 'inExternalReview')
      throw badRequest('assignment.not_sent', '这份申报没有送审，请通过抽取安排专家');
    const round = await findRound(tx, project.cycle_id);
    if (round.suspendedReason !== null)
      throw badRequest('assignment.suspended', `批次已暂停：${round.suspendedReason}`);
    if (round.closedAt) throw badRequest('assignment.round_closed', '本轮送审已结束');
    const found = await candidatesOfFile(tx, { cycleId: project.cycle_id, projectId, at: actor.at });
    const chosen = expertId ?? found.allowed[0]?.expert.id;
    if (chosen === undefined) throw badRequest('assignment.nobody', '没有可以评审这份材料的专家');
    const parts = await requireCandidate(tx, {
      stored: { cycle_id: project.cycle_id, project_id: projectId },
      expertId: Number(chosen),
      at: actor.at,
    });
    const slots = await tx
      .selectFrom('assignment')
      .select('slot')
      .where('project_id', '=', projectId)
      .where('state', 'not in', ['declined', 'recused', 'expired', 'replaced', 'dropped'])
      .execute();
    const taken = new Set(slots.map(({ slot }) => slot));
    let slot = 1;
    while (taken.has(slot)) slot += 1;
    return takePlace(deps, tx, actor, {
      place: {
        cycleId: project.cycle_id,
        projectId,
        slot,
        drawId: null,
        replaces: null,
        isReleased: true,
      },
      round,
      expertId: Number(chosen),
      parts,
      reason,
    });
  });
