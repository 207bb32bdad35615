import { resultFigures, type ResultFigures } from '@zhiping/shared/rules/assignment/result-figures.ts';
import type { Id } from '@zhiping/shared/rules/assignment/selection.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { unmatchedPairs } from '@zhiping/shared/rules/draw/solve-again.ts';
import { changesTo, type PlaceChange } from '@zhiping/shared/rules/draw/changes.ts';
import type { Roster, SolveInputs } from '@zhiping/shared/rules/draw/record.ts';
import type { Shortage } from '@zhiping/shared/rules/draw/run-draw.ts';
import type { Deps } from '../../../deps.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts';
import { badRequest, conflict, notFound } from '../../../platform/errors.ts';
import { GiveUp, type TaskKind } from '../../../platform/tasks/task-kind.ts';
import { seedOf } from '../compute-draw.ts';
import { isAssigned } from '../../assignment/assignment.policy.ts';
import type { StoredDraw } from '../draw-workflow.ts';
import { findFreeSlots } from '../insert-result.ts';
import { lockDraw } from '../plan-draw.ts';
import { drawOf, storeAnswer, startRun } from '../run/draw-run.ts';
import { inWorker } from '../run/in-worker.ts';
import { applyChanges } from './apply-changes.ts';
import { requireOpen } from './open-result.ts';
import { findPlaces, type StoredPlace } from './places.queries.ts';
import { findLastStep, recordStep } from './record-step.ts';
import { findSinceFrozen, parseRoster } from './since-frozen.queries.ts';

/** A trial of solving again: the step that it starts from, and the changes that it proposes. */
export type Trial = {
  base: number;
  /** The expert to replace while all others can move; null if the rest is solved without replacing one. */
  leaving: Pair | null;
  inputs: SolveInputs;
  changes: PlaceChange[];
  before: ResultFigures;
  after: ResultFigures;
  shortages: Shortage[];
  /** Text about the total gain, and whether it is a loss; missing in trials stored by earlier versions. */
  gain?: string;
  isLoss?: boolean;
};

type Pair = { file: number; expert: number };
const keyOf = ({ file, expert }: Pair) => `${file}/${expert}`;

type Figured = { file: number; expert: number; match: number };

const pairsOf = (places: readonly StoredPlace[]): Figured[] =>
  places.map(({ file, held }) => ({ file, expert: held.expert, match: held.parts.match }));

/** Figures of a result by its roster and the present loads. */
export const figuresOf = (
  roster: {
    files: readonly { id: Id; need: number }[];
    experts: readonly { id: Id; openLoad: number }[];
  },
  { experts }: Pick<SolveInputs, 'experts'>,
  pairs: readonly Figured[],
) => {
  const loads = new Map(roster.experts.map(({ id, openLoad }) => [Number(id), openLoad]));
  for (const { id, openLoad } of experts) loads.set(id, openLoad);
  const files = roster.files.map(({ id, need }) => ({ id: Number(id), need }));
  return resultFigures(files, pairs, (expert) => loads.get(expert) ?? 0);
};

/** Locked pairs: those that the office fixed, and those of returned projects, which are left out at release. */
const findLocks = async (db: Db, places: readonly StoredPlace[]) => {
  const sent = await db
    .selectFrom('project')
    .select('id')
    .where('id', 'in', [...new Set(places.map(({ file }) => file)), 0])
    .where('state', 'in', ['eligible', 'inExternalReview'])
    .execute();
  const isSent = new Set(sent.map(({ id }) => id));
  return places.filter(({ file, held }) => held.isFixed || !isSent.has(file));
};

/**
 * Pairs whose expert was replaced while all others could move, and that were not undone: solving again must not bring
 * the expert back.
 */
const findReplaced = async (db: Db, drawId: number): Promise<Pair[]> => {
  const steps = await db
    .selectFrom('draw_step')
    .select(['no', 'undoes', 'inputs'])
    .where('draw_id', '=', drawId)
    .orderBy('no')
    .execute();
  const undone = new Set(steps.flatMap(({ undoes }) => undoes ?? []));
  const pairs = steps.flatMap(({ no, inputs }) => (undone.has(no) ? [] : (inputs?.without ?? [])));
  return [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()];
};

/** The present input for solving a result again; `leaving` is a pair that must end, fixed or not. */
export const findInputs = async (
  db: Db,
  { drawId, roster, leaving, at }: { drawId: number; roster: Roster; leaving: Pair | null; at: Date },
): Promise<[StoredPlace[], SolveInputs]> => {
  const places = await findPlaces(db, drawId);
  const locks = (await findLocks(db, places))
    .map(({ file, held }) => ({ file, expert: held.expert }))
    .filter((pair) => !leaving || keyOf(pair) !== keyOf(leaving));
  const locked = new Set(locks.map(keyOf));
  const replaced = (await findReplaced(db, drawId)).filter((pair) => !locked.has(keyOf(pair)));
  const isKnown = leaving !== null && replaced.some((pair) => keyOf(pair) === keyOf(leaving));
  const without = leaving && !isKnown ? [...replaced, leaving] : replaced;
  return [
    places,
    { locks, ...(await findSinceFrozen(db, drawId, { roster, at })), ...(without.length > 0 && { without }) },
  ];
};

/** The pair of an unreleased assignment, if the actor may see its project. */
const findLeaving = async (
  tx: Tx,
  actor: Principal,
  key: { drawId: number; assignmentId: number },
): Promise<Pair> => {
  const found = await tx
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'project_id')
    .select(['project_id as file', 'expert_id as expert'])
    .where('assignment.id', '=', key.assignmentId)
    .where('draw_id', '=', key.drawId)
    .where('assignment.state', '=', 'proposed')
    .where(isAssigned(actor))
    .executeTakeFirst();
  if (!found) throw notFound('评审任务');
  return found;
};

/**
 * Starts solving the rest of a result again around the fixed pairs, or all of it without one expert in their
 * assignment. Changes nothing; the request is audited.
 */
export const startSolving = (
  db: Db,
  actor: Principal,
  { id, leaving: assignmentId }: { id: number; leaving?: number | undefined },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored, suspendedReason } = await lockDraw(tx, actor, id);
    requireOpen(stored, suspendedReason);
    if (stored.plan.mode === 'draw')
      throw badRequest('draw.lottery', '随机抽取的结果不能重新求解，请逐处更换，或中止后重新抽取');
    const leaving = assignmentId ? await findLeaving(tx, actor, { drawId: id, assignmentId }) : null;
    const taskId = await startRun(tx, {
      drawId: id,
      kind: 'solve',
      payload: { leaving },
      ownerId: actor.userId,
      at: actor.at,
    });
    if (taskId === null) throw conflict('draw.running', '正在重新求解，请等它完成');
    await audit(tx, {
      actorId: actor.userId,
      action: 'draw.tried',
      entity: 'draw',
      entityId: id,
      detail: { task: taskId, ...(leaving && { project: leaving.file, expert: leaving.expert }) },
    });
  });

const findChanges = async (
  tx: Tx,
  roster: Roster,
  places: readonly StoredPlace[],
  { wanted, locks }: { wanted: Parameters<typeof changesTo>[1]; locks: SolveInputs['locks'] },
) => {
  const isStranger = new Set(unmatchedPairs(roster, locks).map(({ file, expert }) => `${file}/${expert}`));
  const own = places.filter(({ file, held }) => !isStranger.has(`${file}/${held.expert}`));
  const slotsOf = await findFreeSlots(
    tx,
    roster.files.map(({ id }) => Number(id)),
  );
  return changesTo(own, wanted, slotsOf);
};

export const pairsAfter = (places: readonly StoredPlace[], changes: readonly PlaceChange[]): Figured[] => {
  const byPlace = new Map(changes.map((change) => [`${change.file}/${change.slot}`, change]));
  const staying = places.filter(({ file, slot }) => !byPlace.has(`${file}/${slot}`));
  const coming = changes.flatMap(({ file, in: into }) =>
    into ? [{ file, expert: into.expert, match: into.parts.match }] : [],
  );
  return [...pairsOf(staying), ...coming];
};

/**
 * Solves the rest of a result again and stores the proposed changes. Deterministic, so it can start again after a kill.
 */
export const solveAgainKind = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): TaskKind => ({
  kind: 'draw.solve',
  attempts: 3,
  concurrency: 1,
  run: async (run) => {
    const id = drawOf(run.task);
    const draw: StoredDraw = await db
      .selectFrom('draw')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const [roster, seed] = [parseRoster(draw), seedOf(draw)];
    if (draw.state !== 'drawn' || !roster || seed === null) throw new GiveUp('结果已发布或抽取已中止');
    const base = await inTransaction(db, (tx) => findLastStep(tx, id));
    const leaving = (run.task.payload['leaving'] ?? null) as Pair | null;
    const [places, inputs] = await findInputs(db, { drawId: id, roster, leaving, at: clock.now() });
    const solved = await inWorker(db, run, {
      kind: 'solve',
      roster: draw.roster!,
      seed,
      inputs,
      now: places.map(({ file, held }) => ({ file, expert: held.expert })),
    });
    if ('problem' in solved) throw new GiveUp(solved.problem);
    return async (tx) => {
      const changes = await findChanges(tx, roster, places, {
        wanted: solved.result.pairs,
        locks: inputs.locks,
      });
      const trial: Trial = {
        base,
        leaving,
        inputs,
        changes,
        before: figuresOf(roster, inputs, pairsOf(places)),
        after: figuresOf(roster, inputs, pairsAfter(places, changes)),
        shortages: solved.shortages,
        gain: solved.gain,
        isLoss: solved.isLoss,
      };
      await storeAnswer(tx, run.task, trial);
      return { places: changes.length };
    };
  },
});

/** Applies a trial: all its changes as one step, or none if the result changed since. */
export const applyTrial = (
  db: Db,
  actor: Principal,
  { id, taskId, reason }: { id: number; taskId: number; reason: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { stored, suspendedReason } = await lockDraw(tx, actor, id);
    requireOpen(stored, suspendedReason);
    const run = await tx
      .selectFrom('draw_run')
      .select('answer')
      .where('draw_id', '=', id)
      .where('kind', '=', 'solve')
      .where('task_id', '=', taskId)
      .executeTakeFirst();
    const trial = run?.answer as Trial | null | undefined;
    const roster = parseRoster(stored);
    const moved = conflict('draw.moved', '结果或回避关系在此期间有变化，请重新求解');
    if (!trial || !roster) throw moved;
    const [, inputs] = await findInputs(tx, { drawId: id, roster, leaving: trial.leaving, at: actor.at });
    if (trial.base !== (await findLastStep(tx, id)) || canonicalJson(inputs) !== canonicalJson(trial.inputs))
      throw moved;
    await recordStep(tx, actor, { drawId: id, kind: 'solve', changes: trial.changes, reason, inputs });
    await applyChanges(tx, actor, { draw: stored, changes: trial.changes, reason });
  });
