import {
  createExclusionReasons,
  describeChange,
  describeLoss,
  type ExclusionReasons,
} from '../assignment/explain.ts';
import { withHeld } from '../assignment/held.ts';
import { createMeasure, lossAgainst } from '../assignment/measure-pairs.ts';
import { type Solving, solveAsAsked } from '../assignment/raise-worst.ts';
import { createFindSuccessors, type Pair, pairsOf, replaceInSelection } from '../assignment/replace.ts';
import type { Selection } from '../assignment/selection.ts';
import { OUTSIDE } from '../assignment/subject-distance.ts';
import { createReach, reachSettingsOf } from '../assignment/subject-reach.ts';
import { createExclusion, positionsOf } from '../assignment/exclusion.ts';
import { rosterAgain } from './solve-again.ts';
import type { Roster, SolveInputs } from './record.ts';

/** Explains the experts of one project to the office, from the input of the draw. */

/** An expert who does not have the project: not allowed, not drawn, or the total loss if they had it. */
export type Other = {
  expert: number;
  match: number;
  ring: number;
  kind: ExclusionReasons['kind'] | 'undrawn';
  words: string;
};
/** Cost of replacing an expert: with all others free to move, and in that place alone. */
export type Replacement = {
  expert: number;
  /**
   * Why the expert is not part of the best assignment, if so: not allowed any more, or the cost of the manual choice.
   */
  own: string | null;
  forAll: { words: string; moved: number } | null;
  thisSlot: { expert: number; words: string } | null;
};
export type ProjectExplanation = { others: Other[]; places: Replacement[] };

export type ProjectQuestion = {
  file: number;
  /** All pairs in force, from this draw and all others. */
  pairs: readonly { file: number; expert: number }[];
  /** Experts to explain in any case, however far from the project. */
  asked: readonly number[];
  inputs: SolveInputs;
  /** Projects that were withdrawn since and have no experts any more. */
  gone?: readonly number[];
};

/**
 * The question by positions. `pairs` are all in force, including those from before the draw; `holders` have the project
 * by this draw.
 */
type Positions = { file: number; holders: number[]; pairs: Pair[]; asked: number[] };

/** Number of best matches that are explained, and number of allowed experts. */
const BEST = 10;
const ALLOWED = 20;

/**
 * Experts to explain for a project: the best matches first, excluded or not, then more allowed ones, then those asked
 * for.
 */
const chooseOthers = (
  { files, experts, params }: Selection,
  { file, pairs, asked }: Positions,
  isAllowed: (expert: number) => boolean,
) => {
  const reach = createReach(experts, reachSettingsOf(params, experts))(files[file]!.subjects);
  const { experts: near, match, ring } = reach;
  const holding = new Set(pairs.flatMap((pair) => (pair.file === file ? pair.expert : [])));
  const worth = Array.from(
    near,
    (expert, at) => match[at]! + params.ratingPoints * 100 * experts[expert]!.rating,
  );
  const order = [...near.keys()]
    .filter((at) => !holding.has(near[at]!))
    .sort((a, b) => worth[b]! - worth[a]! || near[a]! - near[b]!);
  const chosen = new Set(order.slice(0, BEST));
  let allowed = 0;
  for (const at of order) {
    if (allowed === ALLOWED) break;
    if (!isAllowed(near[at]!)) continue;
    allowed += 1;
    chosen.add(at);
  }
  const placeOf = new Map(Array.from(near, (expert, at) => [expert, at]));
  const known = new Set([...chosen].map((at) => near[at]!));
  const more = asked.filter((expert) => !known.has(expert) && !holding.has(expert));
  return [...known, ...more].map((expert) => {
    const at = placeOf.get(expert);
    return {
      at: expert,
      match: at === undefined ? 0 : match[at]!,
      ring: at === undefined ? OUTSIDE : ring[at]!,
    };
  });
};

const describeOther = (answer: ExclusionReasons): Pick<Other, 'kind' | 'words'> => {
  if (answer.kind === 'chosen') return { kind: 'chosen', words: '最优分配会选他' };
  if (answer.kind === 'refused') return { kind: 'refused', words: answer.reason.words };
  const words = describeLoss(answer.loss);
  return { kind: 'loss', words: answer.isExact ? words : `${words}（最多）` };
};

/** A draw by lot weighs no expert: an allowed expert without the project was not drawn. */
const explainLottery = (
  selection: Selection,
  question: Positions,
  idOf: (expert: number) => number,
): ProjectExplanation => {
  const whyNot = createExclusion(selection);
  const { file } = question;
  const others = chooseOthers(selection, question, (expert) => whyNot(file, expert) === null);
  return {
    others: others.map(({ at, ...one }): Other => {
      const reason = whyNot(file, at);
      const told = reason
        ? ({ kind: 'refused', words: reason.words } as const)
        : ({ kind: 'undrawn', words: '可以评审，没有抽中' } as const);
      return { expert: idOf(at), ...one, ...told };
    }),
    places: [],
  };
};

/**
 * The result if an expert leaves a project and all pairs that are not fixed move to the best: what the office would
 * get. If the expert is fixed there, they are released first, which needs a solution of its own.
 */
const pairsWithoutExpert = ({ selection, solved }: Solving, pair: Pair): Pair[] => {
  const { locks } = positionsOf(selection);
  const isHim = (one: Pair) => one.file === pair.file && one.expert === pair.expert;
  const standing = locks.filter((one) => !isHim(one));
  if (standing.length === locks.length) {
    const isChosen = pairsOf(solved.solution).has(pair.file * selection.experts.length + pair.expert);
    const solution = isChosen ? replaceInSelection(selection, solved, [pair]).solution : solved.solution;
    return [...pairsOf(solution).values(), ...standing];
  }
  const ids = { file: selection.files[pair.file]!.id, expert: selection.experts[pair.expert]!.id };
  const anew = solveAsAsked({
    ...selection,
    locks: (selection.locks ?? []).filter(({ file, expert }) => file !== ids.file || expert !== ids.expert),
    conflicts: [...selection.conflicts, { ...ids, severity: 'block' }],
  });
  return [...pairsOf(anew.solved.solution).values(), ...standing];
};

/** Effects of replacing an expert in both ways, compared with the present result. */
const createDescribeLeaving = (
  standing: Solving,
  { file, pairs }: Positions,
  idOf: (expert: number) => number,
) => {
  const { selection } = standing;
  const findSuccessors = createFindSuccessors(selection);
  const measure = createMeasure(selection);
  const now = measure(pairs);
  const keyOf = (pair: Pair) => pair.file * selection.experts.length + pair.expert;
  const known = new Set(pairs.map(keyOf));
  return (expert: number): Pick<Replacement, 'forAll' | 'thisSlot'> => {
    const after = pairsWithoutExpert(standing, { file, expert });
    // Chance plays no part when a single slot is filled.
    const [next] = findSuccessors(pairs, { file, expert }, 1, false);
    return {
      forAll: {
        words: describeChange(lossAgainst(now, measure(after))),
        moved: after.filter((pair) => !known.has(keyOf(pair))).length,
      },
      thisSlot: next
        ? {
            expert: idOf(next.expert),
            words: describeChange({ emptyPlaces: 0, belowFloor: 0, points: next.loss }),
          }
        : null,
    };
  };
};

/**
 * Why an expert who has the project is not part of the best assignment, if so: not allowed any more, or chosen
 * manually.
 */
const describeOwn = (answer: ExclusionReasons): string | null => {
  if (answer.kind === 'chosen') return null;
  const { words } = describeOther(answer);
  return answer.kind === 'refused' ? `不能再评审：${words}` : `人工换上，${words}`;
};

/** `free` is solved with the slots of the project free, `standing` with all that is fixed. */
const explainOptimum = (
  { free: { selection, solved }, standing }: { free: Solving; standing: Solving },
  question: Positions,
  idOf: (expert: number) => number,
): ProjectExplanation => {
  const { file, holders } = question;
  const whyNot = createExclusion(selection);
  const exclusionReasonsOf = createExclusionReasons(selection, solved);
  const describeLeaving = createDescribeLeaving(standing, question, idOf);
  const others = chooseOthers(selection, question, (expert) => whyNot(file, expert) === null);
  return {
    others: others.map(({ at, ...one }) => ({
      expert: idOf(at),
      ...one,
      ...describeOther(exclusionReasonsOf(file, at)),
    })),
    places: holders.map((expert): Replacement => {
      const answer = exclusionReasonsOf(file, expert);
      return {
        expert: idOf(expert),
        own: describeOwn(answer),
        ...describeLeaving(expert),
      };
    }),
  };
};

/** Number of reported steps: reading, solving. */
export const EXPLAIN_STEPS = 3;

/**
 * Explains one project of a draw. Its own places are free and the fixed places of others stay, so an answer shows the
 * cost of choosing an expert against the best possible result. Costs of replacing are compared with the present result,
 * where the fixed places of the project stay too.
 */
export const explainProject = (
  frozen: Roster,
  seed: string,
  { inputs, file: id, pairs, asked, gone = [] }: ProjectQuestion,
  tell: (done: number) => void = () => {},
): ProjectExplanation => {
  const isGone = new Set(gone);
  const roster = { ...frozen, files: frozen.files.filter((one) => !isGone.has(Number(one.id))) };
  const inPool = new Set(roster.experts.map((expert) => Number(expert.id)));
  const locks = inputs.locks.filter(({ file, expert }) => file !== id || !inPool.has(expert));
  const selectionOf = (own: SolveInputs['locks']) => {
    const again = rosterAgain(roster, { ...inputs, locks: own });
    return withHeld({ ...again, params: { ...again.params, seed } });
  };
  const selection = selectionOf(locks);
  const { fileAt, expertAt } = positionsOf(selection);
  const at = (pair: { file: number; expert: number }): Pair[] => {
    const [file, expert] = [fileAt.get(pair.file), expertAt.get(pair.expert)];
    return file === undefined || expert === undefined ? [] : [{ file, expert }];
  };
  const file = fileAt.get(id);
  if (file === undefined) return { others: [], places: [] };
  const own = pairs.flatMap(at);
  const before = roster.files.flatMap((one) =>
    (one.held ?? []).flatMap((expert) => at({ file: Number(one.id), expert: Number(expert) })),
  );
  const question: Positions = {
    file,
    holders: own.filter((pair) => pair.file === file).map(({ expert }) => expert),
    pairs: [...own, ...before],
    asked: asked.flatMap((one) => expertAt.get(one) ?? []),
  };
  const idOf = (expert: number) => Number(selection.experts[expert]!.id);
  tell(1);
  if (selection.params.mode === 'draw') return explainLottery(selection, question, idOf);
  const free = solveAsAsked(selection);
  const isFixed = locks.length < inputs.locks.length;
  const standing = isFixed ? solveAsAsked(selectionOf(inputs.locks)) : free;
  tell(2);
  return explainOptimum({ free, standing }, question, idOf);
};
