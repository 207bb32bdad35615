import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Instance } from '@zhiping/shared/rules/assignment/instance.ts';
import { buildNetwork, type Network } from '@zhiping/shared/rules/assignment/network.ts';
import { proveOptimal } from '@zhiping/shared/rules/assignment/prove.ts';
import { copySolution, forbidArc, lossOfPair } from '@zhiping/shared/rules/assignment/reoptimise.ts';
import { pricesOf, resultOf, type Solution, solve } from '@zhiping/shared/rules/assignment/solve.ts';
import { highsCost, loadHighs } from '@zhiping/shared/rules/assignment/testing/highs.ts';
import { oracleCost } from '@zhiping/shared/rules/assignment/testing/oracle.ts';
import { createDice } from '@zhiping/shared/rules/assignment/testing/random-instance.ts';
import { inventInstance, type Shape } from './assignment-instances.ts';

/**
 * How long an assignment takes, and whether it is the best: each instance in a process of its own that is given the data.
 * Usage: node bench/assignment.ts [name of an instance …]
 */
/** HiGHS and plain shortest paths take minutes beyond. */
const MAX_ARCS_OF_OTHERS = 15_000;

const university = { files: 300, experts: 500, need: 3, supply: 1.6, grain: 1, seed: 1 };
const region = { files: 5000, experts: 3000, need: 5, top: 40, supply: 1.6, grain: 1, seed: 1 };
const province = { files: 20_000, experts: 10_000, need: 5, top: 40, supply: 1.6, grain: 1, seed: 1 };
const SHAPES: Record<string, Shape> = {
  'university, top 40': { ...university, top: 40 },
  'university, all pairs': university,
  '2 000 × 1 500 × 5': { ...region, files: 2000, experts: 1500, top: 80 },
  '5 000 × 3 000 × 5': region,
  '5 000, 20 % too few places': { ...region, supply: 0.8 },
  '5 000, 45 % too few places': { ...region, supply: 0.55 },
  province: { ...province },
  'province, top 50': { ...province, top: 50 },
  'province, ties': { ...province, grain: 500 },
  'province, all scores equal': { ...province, grain: 0 },
  'province, 20 % too few places': { ...province, supply: 0.8 },
  'province, capacity = demand': { ...province, supply: 1 },
};

type Measured = {
  arcs: number;
  buildMs: number;
  solveMs: number;
  cpuMs: number;
  proveMs: number;
  peakMb: number;
  searches: number;
  shortage: number;
  /** Points of a pair on average. */
  mean: number;
  greedyShortage: number;
  greedyMean: number;
  drawShortage: number;
  drawMean: number;
  replaceP50Us: number;
  replaceP99Us: number;
  lossP50Us: number;
  lossP99Us: number;
  /** Small instances only. */
  highsMs: number | null;
  pathsMs: number | null;
  isOptimal: boolean;
};

/** Result of taking pairs greedily in the given order. */
const takeInOrder = (network: Network, order: Iterable<number>) => {
  const need = network.need.slice();
  const places = network.places.slice();
  const inGroup = network.groupCapacity.slice();
  let cost = 0;
  let count = 0;
  for (const arc of order) {
    const [file, expert, group] = [network.arcFile[arc]!, network.arcExpert[arc]!, network.arcGroup[arc]!];
    if (network.arcForbidden[arc] === 1 || need[file] === 0 || places[expert] === 0) continue;
    if (group >= 0 && inGroup[group] === 0) continue;
    need[file]! -= 1;
    places[expert]! -= 1;
    if (group >= 0) inGroup[group]! -= 1;
    cost += network.arcCost[arc]!;
    count += 1;
  }
  return { shortage: need.reduce((sum, missing) => sum + missing, 0), mean: -cost / count / 100 };
};

const arcsOf = (network: Network) => network.arcCost.map((_, arc) => arc);
const greedy = (network: Network) =>
  takeInOrder(
    network,
    arcsOf(network).sort((a, b) => network.arcCost[a]! - network.arcCost[b]!),
  );
const uniformDraw = (network: Network) => {
  const dice = createDice(3);
  const order = arcsOf(network);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = dice(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return takeInOrder(network, order);
};

/** Microseconds of a call, at the middle and at 99 %. */
const quantiles = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0) * 1000;
  return [at(0.5), at(0.99)] as const;
};
const timed = (run: () => void) => {
  const begun = performance.now();
  run();
  return performance.now() - begun;
};

/** Pairs that are taken away one after another, each replaced the best for all; and what others would have cost. */
const measureChanges = (solution: Solution) => {
  const copy = copySolution(solution);
  const { network } = copy.flow;
  const dice = createDice(5);
  const losses = Array.from({ length: 400 }, () => {
    const arc = dice(network.arcCost.length);
    return timed(() => lossOfPair(copy, arc));
  });
  const { arcs } = resultOf(copy);
  const replacements = Array.from({ length: 400 }, () => {
    const arc = arcs[dice(arcs.length)]!;
    return timed(() => forbidArc(copy, arc));
  });
  const [lossP50Us, lossP99Us] = quantiles(losses);
  const [replaceP50Us, replaceP99Us] = quantiles(replacements);
  return { lossP50Us, lossP99Us, replaceP50Us, replaceP99Us };
};

/** Others than ours, where they end in reasonable time. */
const measureOthers = async (network: Network, cost: number) => {
  if (network.arcCost.length > MAX_ARCS_OF_OTHERS) return { highsMs: null, pathsMs: null };
  const highs = await loadHighs();
  const costs: number[] = [];
  const highsMs = timed(() => costs.push(highsCost(highs, network)));
  const pathsMs = timed(() => costs.push(oracleCost(network)));
  if (costs.some((other) => other !== cost)) throw new Error(`${cost}, but ${costs.join(', ')} by others`);
  return { highsMs, pathsMs };
};

const measure = async (instance: Instance): Promise<Measured> => {
  const begun = performance.now();
  const built = buildNetwork(instance);
  if ('errors' in built) throw new Error(built.errors.join('\n'));
  const { network } = built;
  const cpu = process.cpuUsage();
  const ready = performance.now();
  const solution = solve(network);
  const solved = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  const { arcs, shortage, cost, pairCost } = resultOf(solution);
  const claimed = performance.now();
  const { isOptimal } = proveOptimal(network, { arcs, prices: pricesOf(solution) });
  const proven = performance.now();
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const [best, drawn] = [greedy(network), uniformDraw(network)];
  const searches = solution.search.number;
  return {
    arcs: network.arcCost.length,
    buildMs: ready - begun,
    solveMs: solved - ready,
    cpuMs: (user + system) / 1000,
    proveMs: proven - claimed,
    peakMb,
    searches,
    shortage,
    mean: -pairCost / arcs.length / 100,
    greedyShortage: best.shortage,
    greedyMean: best.mean,
    drawShortage: drawn.shortage,
    drawMean: drawn.mean,
    ...measureChanges(solution),
    ...(await measureOthers(network, cost)),
    isOptimal,
  };
};

if (process.send) {
  const [instance] = (await once(process, 'message')) as [Instance];
  process.send(await measure(instance));
  process.disconnect();
} else {
  const wanted = process.argv.slice(2);
  for (const [name, shape] of Object.entries(SHAPES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const instance = inventInstance(shape);
    const runs: Measured[] = [];
    for (let run = 0; run < 3; run += 1) {
      const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' });
      child.send(instance);
      const [measured] = (await once(child, 'message')) as [Measured];
      runs.push(measured);
    }
    const middle = runs.toSorted((a, b) => a.solveMs - b.solveMs)[1]!;
    const { isOptimal, ...numbers } = middle;
    const words = Object.entries(numbers).flatMap(([label, value]) =>
      value === null ? [] : [`${label} ${label.endsWith('ean') ? value.toFixed(2) : Math.round(value)}`],
    );
    process.stdout.write(`${name}: ${words.join(', ')}, ${isOptimal ? 'proven optimal' : 'NOT OPTIMAL'}\n`);
  }
}
