import { sql } from 'kysely';
import type { RepeatShare } from '@zhiping/shared/rules/assignment/repeat-share.ts';
import { drawMachine } from '@zhiping/shared/rules/draw/states.ts';
import { laterText } from '@zhiping/shared/rules/draw/record.ts';
import type { Shortage } from '@zhiping/shared/rules/draw/run-draw.ts';
import { lastToUndo } from '@zhiping/shared/rules/draw/changes.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { z } from 'zod';
import type { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { actorName } from '../../../platform/auth/actor-name.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { isConcerned } from '../../confirmation/seconds.queries.ts';
import { runsReview } from '../../assignment/assignment.policy.ts';
import { holdsPlace } from '../../assignment/assignment-workflow.ts';
import { caseOf, entity, type StoredDraw } from '../draw-workflow.ts';
import { sha256 } from '../../../platform/hash.ts';
import { findRuns } from '../run/draw-run.ts';
import type { ComparisonFigures } from '../run/in-worker.ts';
import { findLaterSteps } from './later.queries.ts';
import { findBasis } from './result-basis.ts';
import { findChangedExperts, parseRoster } from './since-frozen.queries.ts';
import { figuresOf } from './solve-again.ts';

const drawn = (db: Db, reader: Principal, id: number) =>
  db
    .selectFrom('draw')
    .innerJoin('cycle', 'cycle.id', 'cycle_id')
    .select(['name', 'suspended_reason as suspendedReason'])
    .where('draw.id', '=', id)
    .where(runsReview(reader));

const unfinished = () => badRequest('draw.unfinished', '抽取还没有产生结果');

/** A draw that has a result, for readers who run the review of all schools. */
export const requireResult = async (db: Db, reader: Principal, id: number) => {
  const found = await drawn(db, reader, id).selectAll('draw').executeTakeFirst();
  if (!found) throw notFound(entity.noun);
  const roster = parseRoster(found);
  if (!roster || found.result === null) throw unfinished();
  return { draw: found as StoredDraw & typeof found, roster };
};

/** The same without roster and result, which have megabytes. */
export const requireDrawn = async (db: Db, reader: Principal, id: number) => {
  const found = await drawn(db, reader, id)
    .select([
      'draw.id',
      'no',
      'cycle_id',
      'plan',
      'draw.state',
      'office_commit',
      'office_secret',
      'supervisor_commit',
      'supervisor_secret',
      'roster_hash',
      'result_hash',
    ])
    .executeTakeFirst();
  if (!found) throw notFound(entity.noun);
  if (found.result_hash === null) throw unfinished();
  return found;
};

/** Present pairs of a draw, released or not. */
export const findPairs = (db: Db, drawId: number) =>
  db
    .selectFrom('assignment')
    .select(['project_id as file', 'expert_id as expert', 'is_fixed', 'state'])
    .select(sql<number>`coalesce(match, 0)`.as('match'))
    .where('draw_id', '=', drawId)
    .where(holdsPlace)
    .execute();

const denialOf = (
  draw: Parameters<typeof caseOf>[0] & Pick<StoredDraw, 'state'>,
  suspendedReason: string | null,
): string | null => {
  const found = findTransition(
    drawMachine,
    draw.state,
    'adjust',
    ['office'],
    caseOf(draw, { suspendedReason }),
  );
  return 'denial' in found ? found.denial.message : null;
};

const findSteps = (db: Db, drawId: number) =>
  db
    .selectFrom('draw_step')
    .leftJoin('sys_user', 'sys_user.id', 'actor_id')
    .select(['no', 'kind', 'undoes', 'reason', actorName().as('by'), 'at'])
    .select(({ fn }) => fn<number>('jsonb_array_length', ['changes']).as('places'))
    .where('draw_id', '=', drawId)
    .orderBy('no')
    .execute();

/** Results of computations at a draw, except trials, which have megabytes. */
const findAnswers = async (db: Db, drawId: number) => {
  const found = await db
    .selectFrom('draw_run')
    .select(['kind', 'answer'])
    .where('draw_id', '=', drawId)
    .where('kind', '<>', 'solve')
    .execute();
  return new Map(found.map(({ kind, answer }) => [kind, answer]));
};

/** Maximum number of shortages above the list of projects; each project also shows its own. */
const MAX_SHORTAGES = 20;

/**
 * Why assignments stay vacant, from a stored computation; empty if it was stored by a version that did not compute
 * this.
 */
export const shortagesOf = (answer: object | null | undefined) => {
  const { shortages = [] } = (answer ?? {}) as { shortages?: Shortage[] };
  return shortages
    .slice(0, MAX_SHORTAGES)
    .map(({ words, files, missing }) => ({ words, files: files.length, missing }));
};

/**
 * Pairs that conflicts kept apart, from a stored computation; null if it was stored by a version that did not compute
 * this.
 */
const avoidedIn = (answer: object | null | undefined) => {
  const { avoided = null } = (answer ?? {}) as { avoided?: number };
  return avoided;
};

const LOTTERY = '随机抽取的结果不能重新求解，请逐处更换，或中止后重新抽取';

/** The result of a draw in figures, its changes, and its running computations. */
export const readResult = async (
  db: Db,
  reader: Principal,
  id: number,
): Promise<z.input<typeof drawResultApi.read.result>> => {
  const draw = await requireDrawn(db, reader, id);
  const basis = await findBasis(db, draw);
  const [pairs, steps, later, runs, changed, answers] = await Promise.all([
    findPairs(db, id),
    findSteps(db, id),
    findLaterSteps(db, id),
    findRuns(db, id),
    findChangedExperts(db, id, basis),
    findAnswers(db, id),
  ]);
  const concerned = await isConcerned(db, reader, draw.cycle_id);
  const known = answers.get('repeat') as { share: RepeatShare; beside: ComparisonFigures } | null | undefined;
  const denial = denialOf(draw, draw.suspendedReason);
  const undone = new Set(steps.flatMap(({ undoes }) => undoes ?? []));
  return {
    id,
    no: draw.no,
    cycleId: draw.cycle_id,
    cycleName: draw.name,
    denial,
    figures: {
      computed: basis.computed,
      now: figuresOf(basis, { experts: changed }, pairs),
      optimise: known?.beside.optimise ?? null,
      draw: known?.beside.draw ?? null,
    },
    fixed: pairs.filter(({ is_fixed: isFixed, state }) => isFixed && state === 'proposed').length,
    moved: pairs.filter(({ file, expert }) => !basis.wasComputed.has(`${file}/${expert}`)).length,
    shortages: shortagesOf(answers.get('compute')),
    avoided: avoidedIn(answers.get('compute')),
    steps: steps.map((step) => ({
      ...step,
      // A reason may name an expert of the reader's own project, or of one that they review.
      reason: concerned ? '您在本批次申报或评审，不显示原因' : step.reason,
      isUndone: undone.has(step.no),
    })),
    undo: denial === null ? lastToUndo(steps) : null,
    laterHash: later.length === 0 ? null : sha256(laterText(draw.result_hash ?? '', later)),
    solveDenial: denial ?? (draw.plan.mode === 'draw' ? LOTTERY : null),
    isByChance: draw.plan.mode === 'drawOptimise',
    repeat: known ? { ...known.share, error: known.share.error ?? null } : null,
    runs: {
      solve: runs.find(({ kind }) => kind === 'solve') ?? null,
      repeat: runs.find(({ kind }) => kind === 'repeat') ?? null,
    },
  };
};
