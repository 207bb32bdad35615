import type { ExtraPairs } from './candidates.ts';
import { ASSIGNED, fileNode } from './flow.ts';
import { buildNetwork } from './network.ts';
import { createPairRows, type PairRows } from './pair-rows.ts';
import { arcBetween, lossOfPair } from './reoptimise.ts';
import type { Selection } from './selection.ts';
import type { Bottleneck } from './shortage.ts';
import { resultOf, type Solution, solve } from './solve.ts';
import { findCheaperPairs, type SolvedSelection, solveSelection } from './solve-selection.ts';
import type { SubjectPath } from './subject-distance.ts';
import { createExclusion, isHome, positionsOf, type Reason } from './exclusion.ts';

/** Loss if a pair is used that was not chosen: empty places and missed floors first, then points in 1/100. */
export type Loss = { emptyPlaces: number; belowFloor: number; points: number };

/** Why an expert does not have a project: they have it, they may not have it, or the exact loss of all together. */
export type ExclusionReasons =
  | { kind: 'chosen' }
  | { kind: 'refused'; reason: Reason }
  /** Inexact only if millions of pairs would have to be compared: then an upper bound. */
  | { kind: 'loss'; loss: Loss; isExact: boolean };

const FIXED: Reason = { code: 'locked', words: '这份材料没有可以变动的名额' };

/**
 * Difference of two solved selections. The sums are compared separately, since the penalty of an empty place may
 * differ.
 */
const lossBetween = (best: SolvedSelection, other: SolvedSelection, pairCost: number): Loss => {
  const [a, b] = [resultOf(best.solution), resultOf(other.solution)];
  return {
    emptyPlaces: b.shortage - a.shortage,
    belowFloor: b.belowFloor - a.belowFloor,
    points: b.pairCost + b.loadCost + pairCost - a.pairCost - a.loadCost,
  };
};

/** A loss in the one unit of the network, by its parts. */
const lossOf = (
  cost: number,
  { shortageCost, floorReward }: { shortageCost: number; floorReward: number },
): Loss => {
  const emptyPlaces = Math.round(cost / shortageCost);
  const rest = cost - emptyPlaces * shortageCost;
  const belowFloor = floorReward > 0 ? Math.round(rest / floorReward) : 0;
  return { emptyPlaces, belowFloor, points: rest - belowFloor * floorReward };
};

/** Cost of a pair if it is locked: it leaves the candidates and takes the first free place of the expert. */
const costOfLock = (selection: Selection, file: number, expert: number) => {
  const { load } = selection.params;
  const { locks } = positionsOf(selection);
  const before = selection.experts[expert]!.openLoad + locks.filter((lock) => lock.expert === expert).length;
  return createPairRows(selection).costOf(file, expert) + load.first + load.step * before;
};

/** Maximum number of pairs added for an explanation. */
const MAX_PAIRS = 2_000_000;

/**
 * The network of a selection with more pairs, solved from the solution that is known: it stays the best, so this is
 * quick.
 */
const takeIn = (
  selection: Selection,
  solved: SolvedSelection,
  rows: PairRows,
  extra: ExtraPairs,
): Solution => {
  const { file, expert, cost, group, isHome: homes } = solved.candidates.instance.candidates;
  const more: number[][] = [];
  for (const [at, experts] of extra) {
    const row = rows.fill(at);
    for (let index = 0; index < row.length; index += 1) {
      const who = row.expert[index]!;
      if (!experts.has(who)) continue;
      const home = Number(isHome(selection.files[at]!, selection.experts[who]!));
      more.push([at, who, row.cost[index]! - rows.noiseOf(at, who), rows.school[who]!, home]);
    }
  }
  const column = (own: ArrayLike<number>, place: number) =>
    Int32Array.from([...Array.from(own), ...more.map((pair) => pair[place]!)]);
  const built = buildNetwork({
    ...solved.candidates.instance,
    candidates: {
      file: column(file, 0),
      expert: column(expert, 1),
      cost: column(cost, 2),
      ...(group && { group: column(group, 3) }),
      ...(homes && { isHome: column(homes, 4) }),
    },
  });
  if ('errors' in built) throw new Error(built.errors.join('\n'));
  return solve(built.network, solved);
};

/**
 * Cost of forcing a pair, in the unit of the network, over all allowed pairs. The cycle through the pair may use pairs
 * that were cut off; none on it costs more than the whole together with the pair's own reduced cost, so including those
 * below the rest makes it exact.
 */
const createLossOfPair = (selection: Selection, solved: SolvedSelection) => {
  const rows = createPairRows(selection);
  const { cutCost } = solved.candidates;
  const { potential, network } = solved.solution.flow;
  let extra = new Map<number, Set<number>>();
  let known = { solution: solved.solution, slack: 0 };
  const isWide = (slack: number) => {
    const wider = new Map([...extra].map(([file, experts]) => [file, new Set(experts)]));
    findCheaperPairs(rows, cutCost, solved.solution, Infinity, wider, slack);
    let count = 0;
    for (const added of wider.values()) count += added.size;
    if (count > MAX_PAIRS) return false;
    extra = wider;
    known = { solution: takeIn(selection, solved, rows, extra), slack };
    return true;
  };
  return (file: number, expert: number) => {
    if (arcBetween(known.solution.flow, file, expert) < 0) {
      extra.set(file, new Set([...(extra.get(file) ?? []), expert]));
      known.solution = takeIn(selection, solved, rows, extra);
    }
    const look = () => lossOfPair(known.solution, arcBetween(known.solution.flow, file, expert));
    const first = look();
    const own = rows.costOf(file, expert) + solved.prices[expert]! - potential[fileNode(network, file)]!;
    const slack = first - Math.max(0, own);
    const isExact = slack <= known.slack || isWide(slack);
    return { cost: isExact ? look() : first, isExact, network: known.solution.flow.network };
  };
};

/**
 * Exclusion reasons of a solved selection, by positions of project and expert. Usually two searches for a pair; a new
 * solution where omitted pairs could matter or experts must be kept apart.
 */
export const createExclusionReasons = (selection: Selection, solved: SolvedSelection) => {
  const whyNot = createExclusion(selection);
  const { files, experts, apart = [] } = selection;
  const lossOfForced = createLossOfPair(selection, solved);
  return (file: number, expert: number): ExclusionReasons => {
    const { flow } = solved.solution;
    const held = arcBetween(flow, file, expert);
    if (held >= 0 && flow.arcState[held] === ASSIGNED) return { kind: 'chosen' };
    const reason = whyNot(file, expert);
    if (reason) return { kind: 'refused', reason };
    if (flow.network.need[file] === 0) return { kind: 'refused', reason: FIXED };
    if (apart.length > 0) {
      const lock = { file: files[file]!.id, expert: experts[expert]!.id };
      const forced = solveSelection({ ...selection, locks: [...(selection.locks ?? []), lock] });
      const loss = lossBetween(solved, forced, costOfLock(selection, file, expert));
      return { kind: 'loss', loss, isExact: forced.isProven };
    }
    const { cost, isExact, network } = lossOfForced(file, expert);
    return { kind: 'loss', loss: lossOf(cost, network), isExact };
  };
};

const points = (hundredths: number) => Math.abs(hundredths) / 100;

/** The total loss in Chinese. */
export const describeChange = ({ emptyPlaces, belowFloor, points: lost }: Loss): string => {
  const parts = [
    emptyPlaces > 0 && `多 ${emptyPlaces} 个空缺`,
    belowFloor > 0 && `多 ${belowFloor} 份低于下限`,
    lost > 0 && `少 ${points(lost)} 分`,
    lost < 0 && `多 ${points(lost)} 分`,
    emptyPlaces < 0 && `少 ${-emptyPlaces} 个空缺`,
    belowFloor < 0 && `少 ${-belowFloor} 份低于下限`,
  ].filter(Boolean);
  return `总体${parts.length > 0 ? parts.join('，') : '不变'}`;
};

/** Whether a change is a loss. Empty places count before missed floors, and these before points, as in the solver. */
export const isLoss = ({ emptyPlaces, belowFloor, points: lost }: Loss): boolean =>
  (emptyPlaces || belowFloor || lost) > 0;

/** A loss in words. */
export const describeLoss = (loss: Loss): string => `选他则${describeChange(loss)}`;

const MAX_SUBJECTS = 3;

/** The subjects of projects in words, the frequent ones first. */
const subjectsOf = (
  selection: Selection,
  files: readonly number[],
  nameOf: (path: SubjectPath) => string,
) => {
  const counts = new Map<string, number>();
  for (const file of files) {
    const name = nameOf(selection.files[file]!.subjects[0]!);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  const rest = names.length > MAX_SUBJECTS ? `等 ${names.length} 个学科` : '';
  return `学科 ${names.slice(0, MAX_SUBJECTS).join('、')}${rest}`;
};

/**
 * A bottleneck in words: what is needed, what there is for it, and what is missing. `problemCodes` gives how many
 * projects an expert could get.
 */
export const describeBottleneck = (
  selection: Selection,
  { files, experts, demand, places, outside, shortage }: Bottleneck,
  placesOf: ArrayLike<number>,
  nameOf: (path: SubjectPath) => string = (path) => path[2]!,
): string => {
  const need = `${subjectsOf(selection, files, nameOf)} 需要 ${demand} 人次`;
  const each = new Set(experts.map((expert) => placesOf[expert]!));
  const supply = each.size === 1 ? ` × ${[...each][0]} 份` : `共 ${places} 份`;
  if (experts.length === 0 && outside > 0)
    return `${need}，能安排的 ${outside} 人次都已安排，再没有可用的专家，缺 ${shortage} 人次`;
  const own = experts.length === 0 ? '没有可用的专家' : `可用 ${experts.length} 位专家${supply}`;
  const others = outside > 0 ? `，另有 ${outside} 人次由其他专家承担` : '';
  return `${need}，${own}${others}，缺 ${shortage} 人次`;
};
