import { keepApart } from './keep-apart.ts';
import { createPairRows } from './pair-rows.ts';
import { arcBetween, copySolution, forbidArc } from './reoptimise.ts';
import { selectSmallest } from './quickselect.ts';
import type { Selection } from './selection.ts';
import { resultOf, type Solution } from './solve.ts';
import { findCheaperPairs, type SolvedSelection, solveSelection } from './solve-selection.ts';
import { isHome, placesOf, positionsOf } from './exclusion.ts';

/** A project and an expert, by position. */
export type Pair = { file: number; expert: number };

/**
 * Effect of a replacement. `loss` is in 1/100 point; empty places and floors count with their penalties in the network.
 */
export type Replacement = { removed: Pair[]; added: Pair[]; loss: number; solution: Solution };

/** The pairs of a solution by project and expert, without those that stood before. */
export const pairsOf = ({ flow: { network, unitArc } }: Solution) => {
  const pairs = new Map<number, Pair>();
  for (const arc of unitArc) {
    if (arc < 0) continue;
    const [file, expert] = [network.arcFile[arc]!, network.arcExpert[arc]!];
    pairs.set(file * network.expertCount + expert, { file, expert });
  }
  return pairs;
};

const minus = (pairs: ReadonlyMap<number, Pair>, others: ReadonlyMap<number, Pair>) =>
  [...pairs].filter(([key]) => !others.has(key)).map(([, pair]) => pair);

const changesBetween = (from: Solution, to: Solution): Replacement => {
  const [before, after] = [pairsOf(from), pairsOf(to)];
  const [a, b] = [resultOf(from), resultOf(to)];
  // The costs of empty places and floors are those of the first network: another one may count them otherwise.
  const { shortageCost, floorReward } = from.flow.network;
  const loss =
    b.pairCost +
    b.loadCost -
    a.pairCost -
    a.loadCost +
    (b.shortage - a.shortage) * shortageCost +
    (b.belowFloor - a.belowFloor) * floorReward;
  return { removed: minus(before, after), added: minus(after, before), loss, solution: to };
};

/**
 * The best for all without some pairs, from a solution that has them: for use before release, since others may move
 * too. A few searches (see reoptimise.ts). Exact over the candidates of the solution.
 */
export const replaceBest = (
  solution: Solution,
  arcs: readonly number[],
  apart: readonly { a: number; b: number }[] = [],
): Replacement => {
  const changed = copySolution(solution);
  for (const arc of arcs) forbidArc(changed, arc);
  return changesBetween(solution, apart.length > 0 ? keepApart(changed, apart).solution : changed);
};

/**
 * The same over all allowed pairs of a selection: where pairs that were cut off would be cheaper now, they are taken in
 * and all is solved anew. `pairs` are those that must go, by position.
 */
export const replaceInSelection = (
  selection: Selection,
  { solution, candidates }: SolvedSelection,
  pairs: readonly Pair[],
): Replacement => {
  const { apart } = positionsOf(selection);
  const arcs = pairs.map(({ file, expert }) => arcBetween(solution.flow, file, expert));
  const replaced = replaceBest(
    solution,
    arcs.filter((arc) => arc >= 0),
    apart,
  );
  const rows = createPairRows(selection);
  const cheaper = new Map<number, Set<number>>();
  findCheaperPairs(rows, candidates.cutCost, replaced.solution, selection.params.top, cheaper);
  for (const { file, expert } of pairs) cheaper.get(file)?.delete(expert);
  if ([...cheaper.values()].every(({ size }) => size === 0)) return replaced;
  const conflicts = pairs.map(({ file, expert }) => ({
    file: selection.files[file]!.id,
    expert: selection.experts[expert]!.id,
    severity: 'block' as const,
  }));
  const anew = solveSelection(
    { ...selection, conflicts: [...selection.conflicts, ...conflicts] },
    cheaper,
  ).solution;
  return changesBetween(solution, anew);
};

/** All arcs of an expert, those they hold first: the expert leaves altogether. */
export const arcsOfExpert = ({ flow, rows }: Solution, expert: number): number[] => {
  const arcs = [...rows.arcs.subarray(rows.start[expert], rows.start[expert + 1])];
  return arcs.sort((a, b) => Number(flow.arcState[b] === 1) - Number(flow.arcState[a] === 1) || a - b);
};

/**
 * An expert who could take a place, and the extra cost against the leaving one, in 1/100 point; `worth` is their own
 * cost without the random part.
 */
export type Successor = { expert: number; loss: number; worth: number };

/** Whether experts may join the remaining experts of a project: schools, provinces, and experts to be kept apart. */
const createMayJoin = (selection: Selection) => {
  const { files, experts, params } = selection;
  const { oneOfASchool, otherProvinces } = params.limits;
  const { apart } = positionsOf(selection);
  return (file: number, staying: readonly number[]) => {
    const schools = Map.groupBy(staying, (one) => experts[one]!.schoolId);
    const fellows = [...schools].filter(
      ([school, own]) => school !== null && own.length >= (oneOfASchool?.most ?? Infinity),
    );
    const fullSchools = new Set(fellows.map(([school]) => school));
    const home = staying.filter((one) => isHome(files[file]!, experts[one]!)).length;
    const isHomeFull = home >= files[file]!.need - (otherProvinces?.least ?? 0);
    const refused = new Set(staying);
    for (const { a, b } of apart) {
      if (staying.includes(a)) refused.add(b);
      if (staying.includes(b)) refused.add(a);
    }
    return (expert: number) =>
      !refused.has(expert) &&
      !fullSchools.has(experts[expert]!.schoolId) &&
      !(isHomeFull && isHome(files[file]!, experts[expert]!));
  };
};

/**
 * Successors for one place while all other pairs stay: for use after release. Cheapest first, with the random part or,
 * if the office fills one place, without it. `pairs` are all pairs in force, including the leaving expert, beside what
 * experts have open elsewhere. O(pairs + experts near the project) for each place.
 */
export const createFindSuccessors = (selection: Selection) => {
  const { experts, params } = selection;
  const rows = createPairRows(selection);
  const places = Int32Array.from(experts, (expert) => placesOf(expert, params));
  const openLoads = Int32Array.from(experts, ({ openLoad }) => openLoad);
  const mayJoinIn = createMayJoin(selection);
  const slotCost = (load: number) => params.load.first + params.load.step * load;
  const noiseless = new Float64Array(experts.length);
  const keys = new Float64Array(experts.length);
  return (pairs: readonly Pair[], leaving: Pair, most = 10, isByChance = true): Successor[] => {
    const counts = new Int32Array(experts.length);
    const staying: number[] = [];
    for (const { file, expert } of pairs) {
      counts[expert]! += 1;
      if (file === leaving.file && expert !== leaving.expert) staying.push(expert);
    }
    const last = Math.max(0, openLoads[leaving.expert]! + counts[leaving.expert]! - 1);
    const given = rows.costOf(leaving.file, leaving.expert) + slotCost(last);
    const { length, expert, cost } = rows.fill(leaving.file);
    const mayJoin = mayJoinIn(leaving.file, staying);
    const free: number[] = [];
    for (let at = 0; at < length; at += 1) {
      const who = expert[at]!;
      if (who === leaving.expert || counts[who]! >= places[who]!) continue;
      if (!mayJoin(who)) continue;
      noiseless[at] = cost[at]! + slotCost(openLoads[who]! + counts[who]!);
      keys[free.length] = noiseless[at]!;
      free.push(at);
    }
    // Noise makes a pair cheaper by less than its width, so the noise of all others need not be computed.
    const limit = (selectSmallest(keys, free.length, most).at(-1) ?? 0) + rows.noiseWidth;
    const found: Successor[] = [];
    for (const at of free) {
      if (noiseless[at]! > limit) continue;
      const who = expert[at]!;
      found.push({
        expert: who,
        loss: noiseless[at]! - rows.noiseOf(leaving.file, who) - given,
        worth: noiseless[at]!,
      });
    }
    const rankOf = isByChance ? ({ loss }: Successor) => loss : ({ worth }: Successor) => worth;
    return found.sort((a, b) => rankOf(a) - rankOf(b) || a.expert - b.expert).slice(0, most);
  };
};
