import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { fieldError } from '../../platform/errors.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';
import { findRound, NOUN, type StoredAssignment } from '../assignment/assignment-workflow.ts';
import type { CandidatesOfProject } from '../assignment/candidates-of-project.ts';
import { explainPlace } from '../assignment/explain-place.ts';
import { reserveExpert } from '../assignment/reserve-expert.ts';
import { findBlockNow } from '../conflict/judge-kept.ts';
import { refuseConcerned } from '../confirmation/refuse-concerned.ts';
import { requireMapping, wasReleased } from '../mapping/mapping.policy.ts';

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
  await refuseConcerned(tx, actor, stored.cycle_id);
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
