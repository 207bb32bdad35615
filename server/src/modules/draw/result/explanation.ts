import { formerStates } from '@zhiping/shared/rules/assignment/states.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { type ProjectExplanation, EXPLAIN_STEPS } from '@zhiping/shared/rules/draw/explain-project.ts';
import type { Roster, SolveInputs } from '@zhiping/shared/rules/draw/record.ts';
import { isOpenTask } from '@zhiping/shared/rules/task/states.ts';
import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/tasks/enqueue.ts';
import { GiveUp, type TaskKind } from '../../../platform/tasks/task-kind.ts';
import { isAssigned } from '../../assignment/assignment.policy.ts';
import { holdsPlace } from '../../assignment/assignment-workflow.ts';
import { requireArranging, wasReleased, recordReading, requireShown } from '../../mapping/mapping.policy.ts';
import { seedOf } from '../compute-draw.ts';
import { drawOf } from '../run/draw-run.ts';
import { inWorker } from '../run/in-worker.ts';
import { requireDrawn } from './result.queries.ts';
import { findSinceFrozen, parseRoster } from './since-frozen.queries.ts';
import { findInputs } from './solve-again.ts';

type File = { id: number; projectId: number };

/** Format version of stored explanations: others are computed again. */
const FORMAT_VERSION = 4;

/**
 * Version of the facts behind an explanation; any change outdates it. Includes only conflicts of this project, since
 * others are shown where an expert is chosen.
 */
const findBase = async (db: Db, { id, projectId }: File): Promise<string> => {
  const { rows } = await sql<{ base: string }>`select concat_ws(' ', ${FORMAT_VERSION}::text, state,
    (select max(no) from draw_step where draw_id = draw.id),
    (select md5(string_agg(id::text, ',' order by id)) from assignment
      where draw_id = draw.id and is_fixed and ${holdsPlace}),
    (select string_agg(expert_id::text, ',' order by slot) from assignment
      where project_id = ${projectId} and ${holdsPlace}),
    (select md5(string_agg(expert_id::text, ',' order by expert_id)) from conflict
      where project_id = ${projectId} and effective = 'block')) as base
    from draw where id = ${id}`.execute(db);
  return rows[0]!.base;
};

/** A project of a draw with a result, for readers who run the review and did not apply with it. */
const requireFile = async (db: Db, reader: Principal, { id, projectId }: File) => {
  const { state, cycle_id: cycleId } = await requireDrawn(db, reader, id);
  const found = await db
    .selectFrom('draw_file')
    .innerJoin('project', 'project.id', 'project_id')
    .select('project.id')
    .where('draw_id', '=', id)
    .where('project.id', '=', projectId)
    .where(isAssigned(reader))
    .executeTakeFirst();
  if (!found) throw notFound('材料');
  if (state === 'drawn') await requireArranging(db, reader, { cycleId, drawId: id, what: 'why' });
  const isOut = state === 'released' || (await wasReleased(db, [projectId]));
  return { cycleId, mapping: isOut ? await requireShown(db, reader, cycleId) : null };
};

const findKnown = (db: Db, { id, projectId }: File) =>
  db
    .selectFrom('draw_why')
    .leftJoin('task', 'task.id', 'task_id')
    .select(['task_id', 'base', 'asked', 'answer', 'task.state', 'task.error'])
    .select(({ fn, lit }) => [
      fn.coalesce('task.done', lit(0)).as('done'),
      fn.coalesce('task.total', lit(0)).as('total'),
    ])
    .where('draw_id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

const covers = ({ others, places }: ProjectExplanation, expertId: number) =>
  [...others, ...places].some(({ expert }) => expert === expertId);

type Question = File & { expertId?: number | undefined };

/** Starts the explanation of a project's experts. Changes nothing; known or running explanations are not repeated. */
export const startExplanation = (db: Db, actor: Principal, { expertId, ...file }: Question): Promise<void> =>
  inTransaction(db, async (tx) => {
    await requireFile(tx, actor, file);
    const base = await findBase(tx, file);
    const known = await findKnown(tx, file);
    const isSame = known?.base === base;
    const before = isSame ? known.asked.map(Number) : [];
    const isTold =
      expertId === undefined ||
      before.includes(expertId) ||
      (isSame && known.answer !== null && covers(known.answer as ProjectExplanation, expertId));
    const asked = isTold ? before : [...before, expertId];
    const isUnderWay = known?.state != null && isOpenTask(known.state);
    if (isSame && asked.length === before.length && (known.answer !== null || isUnderWay)) return;
    const { id, projectId } = file;
    const taskId = await enqueue(tx, {
      kind: 'draw.why',
      payload: { id, projectId, asked },
      ownerId: actor.userId,
      key: `draw.why:${id}:${projectId}:${base}:${asked.join(',')}`,
      dueAt: actor.at,
    });
    // The same question is being enqueued by another call.
    if (taskId === null) return;
    await tx
      .insertInto('draw_why')
      .values({ draw_id: id, project_id: projectId, task_id: taskId, base, asked, answer: null })
      .onConflict((row) =>
        row.columns(['draw_id', 'project_id']).doUpdateSet({ task_id: taskId, base, asked, answer: null }),
      )
      .execute();
  });

/** Experts who declined a project or were replaced; they do not get it again. */
const findFormer = (db: Db, files: readonly number[]) =>
  db
    .selectFrom('assignment')
    .select(['project_id as file', 'expert_id as expert'])
    .distinct()
    .where(sql<boolean>`project_id = any(${files}::bigint[])`)
    .where('state', 'in', formerStates)
    .orderBy('project_id')
    .orderBy('expert_id')
    .execute();

/** Projects of a roster that are no longer in review. */
const findGone = async (db: Db, files: readonly number[]) => {
  const rows = await db
    .selectFrom('project')
    .select('id')
    .where(sql<boolean>`id = any(${files}::bigint[])`)
    .where('state', 'not in', ['eligible', 'inExternalReview'])
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Input of an explanation. After release it describes the best possible result with only manual choices fixed. Those
 * may break a rule, and experts who joined the pool later are not in the roster; of them only the assignment is known.
 */
const findPairsAndInputs = async (
  db: Db,
  drawId: number,
  { roster, isReleased, at }: { roster: Roster; isReleased: boolean; at: Date },
) => {
  const places = await db
    .selectFrom('assignment')
    .select(['project_id as file', 'expert_id as expert', 'by_hand'])
    .where('draw_id', '=', drawId)
    .where(holdsPlace)
    .orderBy('project_id')
    .orderBy('slot')
    .execute();
  const pairs = places.map(({ file, expert }) => ({ file, expert }));
  if (!isReleased) {
    const [, inputs] = await findInputs(db, { drawId, roster, leaving: null, at });
    return { pairs, inputs };
  }
  const files = roster.files.map(({ id }) => Number(id));
  const since = await findSinceFrozen(db, drawId, { roster, at });
  const former = await findFormer(db, files);
  const inPool = new Set(roster.experts.map(({ id }) => Number(id)));
  const inputs: SolveInputs = {
    ...since,
    conflicts: [...since.conflicts, ...former],
    locks: places
      .filter(({ expert, by_hand }) => by_hand !== null || !inPool.has(expert))
      .map(({ file, expert }) => ({ file, expert })),
  };
  return { pairs, inputs, gone: await findGone(db, files) };
};

/** Explains one project in the worker thread of draws. Deterministic, so it can start again after a kill. */
export const explainKind = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): TaskKind => ({
  kind: 'draw.why',
  attempts: 3,
  concurrency: 1,
  run: async (run) => {
    const id = drawOf(run.task);
    const { projectId, asked } = run.task.payload as { projectId: number; asked: number[] };
    const draw = await db.selectFrom('draw').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const [roster, seed] = [parseRoster(draw), seedOf(draw)];
    if (draw.result === null || !roster || seed === null) throw new GiveUp('抽取还没有产生结果');
    run.progress(0, EXPLAIN_STEPS);
    const answer = await inWorker(db, run, {
      kind: 'why',
      roster: draw.roster!,
      seed,
      file: projectId,
      asked,
      ...(await findPairsAndInputs(db, id, {
        roster,
        isReleased: draw.state === 'released',
        at: clock.now(),
      })),
    });
    if ('problem' in answer) throw new GiveUp(answer.problem);
    return async (tx) => {
      await tx
        .updateTable('draw_why')
        .set({ answer: JSON.stringify(answer) })
        .where('task_id', '=', run.task.id)
        .execute();
      return {};
    };
  },
});

const findNames = async (db: Db, { others, places }: ProjectExplanation) => {
  const ids = [
    ...others.map(({ expert }) => expert),
    ...places.flatMap(({ expert, thisSlot }) => [expert, thisSlot?.expert ?? 0]),
  ];
  const named = await db
    .selectFrom('expert')
    .leftJoin('dept', 'dept.id', 'school_id')
    .select(['expert.id', 'expert.name', 'dept.name as schoolName'])
    .where('expert.id', 'in', [...ids, 0])
    .execute();
  return new Map(named.map((one) => [one.id, one]));
};

/** The explanation of a project as far as it is computed; otherwise null. */
export const readExplanation = async (
  db: Db,
  reader: Principal,
  file: File,
): Promise<z.input<typeof drawResultApi.why.result>> => {
  const { cycleId, mapping } = await requireFile(db, reader, file);
  const known = await findKnown(db, file);
  if (!known || known.base !== (await findBase(db, file))) return { run: null, why: null };
  const { task_id: taskId, state, done, total, error } = known;
  const run = { taskId, isCancelled: false, state, done, total, error };
  const answer = known.answer as ProjectExplanation | null;
  if (!answer) return { run, why: null };
  if (mapping) await recordReading(db, reader, mapping, { cycleId, what: 'why', projectId: file.projectId });
  const names = await findNames(db, answer);
  const nameOf = (id: number) => names.get(id)?.name ?? '';
  return {
    run,
    why: {
      others: answer.others.map(({ expert, ...one }) => ({
        expertId: expert,
        name: nameOf(expert),
        schoolName: names.get(expert)?.schoolName ?? null,
        ...one,
      })),
      places: answer.places.map(({ expert, thisSlot, ...one }) => ({
        expertId: expert,
        name: nameOf(expert),
        ...one,
        thisSlot: thisSlot && { name: nameOf(thisSlot.expert), words: thisSlot.words },
      })),
    },
  };
};
