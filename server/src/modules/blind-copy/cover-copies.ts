import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { badRequest, conflict } from '../../platform/errors.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { taskActor } from '../../platform/tasks/task-actor.ts';
import type { TaskKind, TaskRow } from '../../platform/tasks/task-kind.ts';
import { isHandled, isSentBlind } from './blind-copy.policy.ts';
import { COVER_KIND, lockBlindCopy, requireCycle, runKey } from './blind-copy.queries.ts';
import { findBlindFacts, hashOfFacts } from './blind-facts.queries.ts';
import { type CopyDeps, makeCopy, type Source } from './make-copy.ts';
import { ENGINE, RECOGNISING } from './pipeline/job.ts';
import { recognitionModule } from './recognition/add-on.ts';

type Candidate = Source & {
  hasHeld: boolean;
  isAsked: boolean;
  factsHash: string | null;
};

const payloadOf = ({ payload }: TaskRow) => payload as { cycleId: number; id?: number; again?: boolean };

/** Of this pipeline. Once recognition is installed, pages that it was not asked about are no longer left to people. */
const isOfNow = sql<boolean>`(engine = ${RECOGNISING} or engine = ${ENGINE} and (${recognitionModule === null} or doubted_pages = 0))`;

/**
 * The materials of a run in a fixed order. `hasHeld`: the copy is of this pipeline and unchanged since; `isAsked`: it
 * is to be made again in any case, and was not since the run was requested.
 */
const findCandidates = async (db: Db, actor: Principal, task: TaskRow): Promise<Candidate[]> => {
  const { cycleId, id, again } = payloadOf(task);
  const isAgain = id !== undefined || again === true;
  const { rows } = await sql<Candidate>`
    select project_material.id, project.id as "projectId", project_material.sha256, format,
      coalesce(${isOfNow} and not is_changed and blind_copy.source_sha256 = project_material.sha256 and covered_at is not null, false) as "hasHeld",
      ${isAgain} and (covered_at is null or covered_at < ${task.create_time}) as "isAsked",
      facts_hash as "factsHash"
    from project_material join project on project.id = project_material.project_id
      left join blind_copy on material_id = project_material.id
    where project.cycle_id = ${cycleId} and ${isSentBlind} and ${isHandled(actor)}
      and coalesce(blind_copy.state, 'unchecked') <> 'released'
      and (${id ?? null}::bigint is null or project_material.id = ${id ?? null})
    order by project.no, project_material.id`.execute(db);
  return rows;
};

/** Whether its copy still is what would be made now. */
const holds = async (deps: CopyDeps, { hasHeld, isAsked, factsHash, projectId }: Candidate) =>
  hasHeld && !isAsked && hashOfFacts(deps, await findBlindFacts(deps, projectId)) === factsHash;

/**
 * Makes the blind copies of a cycle, or of one file, one after the other, each whole or not at all. Killed, it goes on with those that
 * are left.
 */
export const coverKind = (deps: CopyDeps & Pick<Deps, 'copyLimits'>): TaskKind => ({
  kind: COVER_KIND,
  attempts: 3,
  concurrency: 1,
  run: async ({ task, signal, progress }) => {
    const actor = await taskActor(deps, task, 'blind:edit');
    const candidates = await findCandidates(deps.db, actor, task);
    let made = 0;
    for (const [index, candidate] of candidates.entries()) {
      progress(index, candidates.length);
      if (await holds(deps, candidate)) continue;
      await makeCopy(deps, actor, candidate, {
        signal,
        limits: deps.copyLimits,
        progress: () => progress(index, candidates.length),
      });
      made += 1;
    }
    progress(candidates.length, candidates.length);
    return async () => ({ total: candidates.length, made });
  },
  ended: async (tx, task, outcome) => {
    const { cycleId, id } = payloadOf(task);
    if (task.owner_id === null || id !== undefined) return;
    const link = `/review/blind?cycleId=${cycleId}`;
    if (!outcome.ok)
      return notifyUser(tx, task.owner_id, {
        kind: 'error',
        text: `盲审副本制作中断，已完成的保留：${outcome.error}`,
        link,
      });
    const { total, made } = outcome.result as { total: number; made: number };
    await notifyUser(tx, task.owner_id, {
      kind: 'success',
      text: `盲审副本制作完成：共 ${total} 个文件，本次处理 ${made} 个`,
      link,
    });
  },
});

/** Ask for all copies of a cycle that are missing or no longer hold. */
export const coverCycle = (
  { db }: Pick<Deps, 'db'>,
  actor: Principal,
  { cycleId, again }: { cycleId: number; again?: boolean | undefined },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await requireCycle(tx, actor, cycleId);
    const id = await enqueue(tx, {
      kind: COVER_KIND,
      ownerId: actor.userId,
      dueAt: actor.at,
      key: runKey(cycleId),
      payload: { cycleId, ...(again && { again }) },
    });
    if (id === null) throw conflict('blind.running', '这个批次的盲审副本正在制作，请等它完成');
    await audit(tx, {
      actorId: actor.userId,
      action: 'blind.run',
      entity: 'cycle',
      entityId: cycleId,
      detail: { again: again === true },
    });
  });

/** Ask for one copy to be made again and proven. */
export const coverOne = ({ db }: Pick<Deps, 'db'>, actor: Principal, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { copy, cycleId } = await lockBlindCopy(tx, actor, id);
    if (copy?.state === 'released') throw badRequest('blind.released', '已经放行，请先撤回放行');
    const task = await enqueue(tx, {
      kind: COVER_KIND,
      ownerId: actor.userId,
      dueAt: actor.at,
      key: `${COVER_KIND}.one:${id}`,
      payload: { cycleId, id },
    });
    if (task === null) throw conflict('blind.running', '这个副本正在制作，请等它完成');
  });
