import { instanceOfFile, type Read, readInstanceFile } from './instance-file.ts';
import type { Instance } from './instance.ts';
import { keepApart } from './keep-apart.ts';
import { buildNetwork } from './network.ts';
import { proveOptimal } from './prove.ts';
import { findBottlenecks } from './shortage.ts';
import { pricesOf, resultOf, solve } from './solve.ts';

/** The solution of an instance file, in the ids of the file. Scores, costs and prices are in points. */
export type Answer = {
  assignment: { file: string; expert: string; score: number; isLocked?: true }[];
  objective: { score: number; loadCost: number; emptyPlaces: number; belowFloor: number };
  /**
   * Proof that no assignment is better: `cost` and `bound` are equal, in units of 1/scale point. With experts to keep
   * apart, prices and `bound` ignore that rule, and `branchBound` is the lower bound of all assignments that obey it.
   */
  certificate: {
    isOptimal: boolean;
    cost: number;
    bound: number;
    branchBound?: number;
    prices: Record<string, number>;
  };
  /** Why places stay empty: demand − places − outside = shortage. */
  shortages: {
    files: string[];
    experts: string[];
    demand: number;
    places: number;
    outside: number;
    shortage: number;
  }[];
};

/** Costs of some candidates, by project and expert. A map of all candidates could be too large. */
const costsOf = (
  { file, expert, cost }: Instance['candidates'],
  some: readonly { file: number; expert: number }[],
) => {
  const wanted = new Map(some.map((pair) => [`${pair.file}/${pair.expert}`, 0]));
  if (wanted.size === 0) return wanted;
  for (let row = 0; row < file.length; row += 1) {
    const key = `${file[row]}/${expert[row]}`;
    if (wanted.has(key)) wanted.set(key, cost[row]!);
  }
  return wanted;
};

/** Solves an instance file, or returns its problems. */
export const assignFile = (text: string): Read<Answer> => {
  const read = readInstanceFile(text);
  if ('errors' in read) return read;
  const { files, experts, locked, scale } = read.value;
  const made = instanceOfFile(read.value);
  if ('errors' in made) return made;
  const { instance, apart } = made.value;
  const built = buildNetwork(instance);
  if ('errors' in built) return built;
  const { network } = built;
  const root = solve(network);
  const kept = apart.length > 0 ? keepApart(root, apart) : null;
  const solution = kept?.solution ?? root;
  const { arcs, pairCost, loadCost, shortage, belowFloor, cost } = resultOf(solution);
  const prices = pricesOf(root);
  const proof = proveOptimal(network, { arcs: resultOf(root).arcs, prices });
  const costOfLocked = costsOf(instance.candidates, instance.locked!);
  const standing = instance.locked!.map((pair, at) => ({
    ...locked[at]!,
    score: -(costOfLocked.get(`${pair.file}/${pair.expert}`) ?? 0) / scale,
    isLocked: true as const,
  }));
  const found = Array.from(arcs, (arc) => ({
    file: files[network.arcFile[arc]!]!.id,
    expert: experts[network.arcExpert[arc]!]!.id,
    score: -network.arcCost[arc]! / scale,
  }));
  const fileAt = new Map(files.map(({ id }, at) => [id, at]));
  return {
    value: {
      assignment: [...standing, ...found].sort((a, b) => fileAt.get(a.file)! - fileAt.get(b.file)!),
      objective: {
        score: standing.reduce((sum, { score }) => sum + score, 0) - pairCost / scale,
        loadCost: loadCost / scale,
        emptyPlaces: shortage,
        belowFloor,
      },
      certificate: {
        isOptimal: proof.isOptimal && (kept?.isProven ?? true),
        // The cost of the proof, unless experts had to be kept apart.
        cost: kept ? cost : proof.cost,
        bound: proof.bound,
        ...(kept && { branchBound: kept.bound }),
        prices: Object.fromEntries(experts.map(({ id }, at) => [id, prices[at]! / scale])),
      },
      shortages: findBottlenecks(solution.flow).map((one) => ({
        ...one,
        files: one.files.map((at) => files[at]!.id),
        experts: one.experts.map((at) => experts[at]!.id),
      })),
    },
  };
};
