import { createRandom } from './random.ts';
import { runSelection } from './run-selection.ts';
import type { Selection } from './selection.ts';

/** So many independent runs give the share to within a few hundredths (its standard error is at most 1/(2·√200) = 3.5 %). */
export const REPLAYS = 200;

/** The first word of the nonce for seeds of replays; see NOISE_USE and DRAW_USE. */
const REPLAY_USE = 3;

/** Seeds that follow from one seed, each as likely as any other text of 64 hexadecimal digits. */
export const replaySeeds = (seed: string, count: number): string[] => {
  const random = createRandom(seed, REPLAY_USE);
  const byte = () => random(256).toString(16).padStart(2, '0');
  return Array.from({ length: count }, () => Array.from({ length: 32 }, byte).join(''));
};

/** Shares from 0 to 1 over the replays. */
export type RepeatShare = { runs: number; mean: number; least: number; most: number };

/**
 * How much of a result chance decided: the share of its pairs that an independent run, with another seed, has too. Estimated by
 * running the selection with each of the seeds (Monte Carlo). By position of file and expert. Time: one run for each seed.
 * `tell` is called after each and may throw to stop.
 */
export const repeatShare = (
  selection: Selection,
  pairs: readonly { file: number; expert: number }[],
  seeds: readonly string[],
  tell: (done: number) => void = () => {},
): RepeatShare => {
  const count = selection.experts.length;
  const known = new Set(pairs.map(({ file, expert }) => file * count + expert));
  const shares = seeds.map((seed, at) => {
    const run = runSelection({ ...selection, params: { ...selection.params, seed } });
    if ('errors' in run) throw new Error(run.errors.join('；'));
    const again = run.result.pairs.filter(({ file, expert }) => known.has(file * count + expert)).length;
    tell(at + 1);
    return known.size === 0 ? 1 : again / known.size;
  });
  return {
    runs: shares.length,
    mean: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length),
    least: Math.min(1, ...shares),
    most: Math.max(0, ...shares),
  };
};

/** What a share means, for somebody who knows no statistics. */
export const tellRepeatShare = ({ mean }: Pick<RepeatShare, 'mean'>): string => {
  const share = `${Math.round(mean * 100)}%`;
  if (mean >= 0.95)
    return `重新抽取一次，平均 ${share} 的分配会与本次相同：结果几乎由学科匹配和回避决定，事先容易猜到`;
  if (mean >= 0.5)
    return `重新抽取一次，平均 ${share} 的分配会与本次相同：其余由随机数决定，事先不能确知谁评哪份`;
  return `重新抽取一次，平均只有 ${share} 的分配会与本次相同：结果主要由随机数决定，事先无法预知`;
};
