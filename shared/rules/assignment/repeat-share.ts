import { createRandom } from './random.ts';
import { runSelection } from './run-selection.ts';
import type { Selection } from './selection.ts';

/**
 * So many independent runs give the share to within a few hundredths (its standard error is at most 1/(2·√200) = 3.5
 * %).
 */
export const REPLAYS = 200;
/** If a selection takes seconds, fewer replays run: at least this many; the certainty of the share is shown. */
export const LEAST_REPLAYS = 10;

/** The first word of the nonce for seeds of replays; see NOISE_USE and DRAW_USE. */
const REPLAY_USE = 3;

/** Seeds that follow from one seed, each as likely as any other text of 64 hexadecimal digits. */
export const replaySeeds = (seed: string, count: number): string[] => {
  const random = createRandom(seed, REPLAY_USE);
  const byte = () => random(256).toString(16).padStart(2, '0');
  return Array.from({ length: count }, () => Array.from({ length: 32 }, byte).join(''));
};

/** Shares from 0 to 1 over the replays; in 95 of 100 estimates the true mean is no further from `mean` than `error`. */
export type RepeatShare = { runs: number; mean: number; least: number; most: number; error: number };

/** Half of the confidence interval of a mean; for one value nothing is known. */
const errorOf = (values: readonly number[], mean: number): number => {
  if (values.length < 2) return 1;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return 1.96 * Math.sqrt(squares / (values.length - 1) / values.length);
};

/**
 * How much of a result chance decided: the share of its pairs that an independent run, with another seed, has too.
 * Estimated by running the selection with each of the seeds (Monte Carlo). By position of project and expert. Time: one
 * run for each seed. `goesOn` is asked after each whether there is time for another one; it may throw to stop.
 */
export const repeatShare = (
  selection: Selection,
  pairs: readonly { file: number; expert: number }[],
  seeds: readonly string[],
  goesOn: (done: number) => boolean = () => true,
): RepeatShare => {
  const count = selection.experts.length;
  const known = new Set(pairs.map(({ file, expert }) => file * count + expert));
  const shares: number[] = [];
  for (const seed of seeds) {
    const run = runSelection({ ...selection, params: { ...selection.params, seed } });
    if ('errors' in run) throw new Error(run.errors.join('；'));
    const again = run.result.pairs.filter(({ file, expert }) => known.has(file * count + expert)).length;
    shares.push(known.size === 0 ? 1 : again / known.size);
    if (!goesOn(shares.length)) break;
  }
  const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
  return {
    runs: shares.length,
    mean,
    least: Math.min(1, ...shares),
    most: Math.max(0, ...shares),
    error: errorOf(shares, mean),
  };
};

/** Explains a share without statistical terms. */
export const describeRepeatShare = ({ mean }: Pick<RepeatShare, 'mean'>): string => {
  const share = `${Math.round(mean * 100)}%`;
  if (mean >= 0.95)
    return `重新抽取一次，平均 ${share} 的分配会与本次相同：结果几乎由学科匹配和回避决定，事先容易猜到`;
  if (mean >= 0.5)
    return `重新抽取一次，平均 ${share} 的分配会与本次相同：其余由随机数决定，事先不能确知谁评哪份`;
  return `重新抽取一次，平均只有 ${share} 的分配会与本次相同：结果主要由随机数决定，事先无法预知`;
};
