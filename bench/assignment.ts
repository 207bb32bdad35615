import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Instance } from '@zhiping/shared/rules/assignment/instance.ts';
import { buildNetwork, type Network } from '@zhiping/shared/rules/assignment/network.ts';
import { proveOptimal } from '@zhiping/shared/rules/assignment/prove.ts';
import { pricesOf, resultOf, solve } from '@zhiping/shared/rules/assignment/solve.ts';
import { inventInstance, type Shape } from './assignment-instances.ts';

/**
 * How long an assignment takes, and whether it is the best: each instance in a process of its own that is given the data.
 * Usage: node bench/assignment.ts [name of an instance …]
 */
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
  greedyShortage: number;
  isOptimal: boolean;
};

/** The places that stay empty when the best pairs are taken one after another. */
const greedyShortage = (network: Network) => {
  const order = network.arcCost
    .map((_, arc) => arc)
    .sort((a, b) => network.arcCost[a]! - network.arcCost[b]!);
  const need = network.need.slice();
  const places = network.places.slice();
  const inGroup = network.groupCapacity.slice();
  for (const arc of order) {
    const [file, expert, group] = [network.arcFile[arc]!, network.arcExpert[arc]!, network.arcGroup[arc]!];
    if (network.arcForbidden[arc] === 1 || need[file] === 0 || places[expert] === 0) continue;
    if (group >= 0 && inGroup[group] === 0) continue;
    need[file]! -= 1;
    places[expert]! -= 1;
    if (group >= 0) inGroup[group]! -= 1;
  }
  return need.reduce((sum, missing) => sum + missing, 0);
};

const measure = (instance: Instance): Measured => {
  const begun = performance.now();
  const built = buildNetwork(instance);
  if ('errors' in built) throw new Error(built.errors.join('\n'));
  const { network } = built;
  const cpu = process.cpuUsage();
  const ready = performance.now();
  const solution = solve(network);
  const solved = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  const { arcs, shortage } = resultOf(solution);
  const claimed = performance.now();
  const { isOptimal } = proveOptimal(network, { arcs, prices: pricesOf(solution) });
  return {
    arcs: network.arcCost.length,
    buildMs: ready - begun,
    solveMs: solved - ready,
    cpuMs: (user + system) / 1000,
    proveMs: performance.now() - claimed,
    peakMb: process.resourceUsage().maxRSS / 1024,
    searches: solution.search.number,
    shortage,
    greedyShortage: greedyShortage(network),
    isOptimal,
  };
};

if (process.send) {
  const [instance] = (await once(process, 'message')) as [Instance];
  process.send(measure(instance));
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
    const words = Object.entries(numbers).map(([label, value]) => `${label} ${Math.round(value)}`);
    process.stdout.write(`${name}: ${words.join(', ')}, ${isOptimal ? 'proven optimal' : 'NOT OPTIMAL'}\n`);
  }
}
