/** Figures of a result, for comparing two results. Points of 100, to one decimal. */
export type ResultFigures = {
  files: number;
  filled: number;
  unfilled: number;
  /** Mean match of all pairs; null without a pair. */
  meanMatch: number | null;
  /** The lowest mean match of a project that has experts. */
  worstFile: number | null;
  /** Number of experts by their number of projects, including projects from elsewhere; only experts of this result. */
  loads: { load: number; experts: number }[];
  /** Number of pairs by match in steps of ten points; the last step includes 100. */
  matches: { from: number; pairs: number }[];
};

type Pair = { file: number; expert: number; match: number };

const BINS = 10;
const WIDTH = 100 / BINS;

const round = (hundredths: number) => Math.round(hundredths / 10) / 10;

const countLoads = (pairs: readonly Pair[], openLoadOf: (expert: number) => number) => {
  const own = new Map<number, number>();
  for (const { expert } of pairs) own.set(expert, (own.get(expert) ?? 0) + 1);
  const counts = new Map<number, number>();
  for (const [expert, count] of own) {
    const load = count + openLoadOf(expert);
    counts.set(load, (counts.get(load) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([load, experts]) => ({ load, experts }));
};

const countMatches = (pairs: readonly Pair[]) => {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const { match } of pairs) {
    const bin = Math.floor(match / 100 / WIDTH);
    counts[Math.min(BINS - 1, Math.max(0, bin))]! += 1;
  }
  return counts.map((count, bin) => ({ from: bin * WIDTH, pairs: count }));
};

/**
 * Figures of a result: `pairs` with their match in 1/100 point, `files` with the places that were to be filled. O(pairs
 * + projects).
 */
export const resultFigures = (
  files: readonly { id: number; need: number }[],
  pairs: readonly Pair[],
  openLoadOf: (expert: number) => number,
): ResultFigures => {
  const sums = new Map<number, { sum: number; count: number }>();
  let total = 0;
  for (const { file, match } of pairs) {
    const own = sums.get(file) ?? { sum: 0, count: 0 };
    own.sum += match;
    own.count += 1;
    sums.set(file, own);
    total += match;
  }
  let unfilled = 0;
  for (const { id, need } of files) unfilled += Math.max(0, need - (sums.get(id)?.count ?? 0));
  let worst = Infinity;
  for (const { sum, count } of sums.values()) worst = Math.min(worst, sum / count);
  return {
    files: files.length,
    filled: pairs.length,
    unfilled,
    meanMatch: pairs.length === 0 ? null : round(total / pairs.length),
    worstFile: pairs.length === 0 ? null : round(worst),
    loads: countLoads(pairs, openLoadOf),
    matches: countMatches(pairs),
  };
};

/** From the fewest to the most projects that an expert of the result has; null without one. */
export const loadSpread = ({
  loads,
}: Pick<ResultFigures, 'loads'>): { least: number; most: number } | null => {
  const [first, last] = [loads[0], loads.at(-1)];
  return first && last ? { least: first.load, most: last.load } : null;
};
