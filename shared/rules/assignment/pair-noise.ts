import { chachaBlock } from './chacha.ts';
import { keyOfSeed } from './random.ts';

/** Uses of a seed, as the first word of the nonce: they must differ. */
export const NOISE_USE = 1;

/**
 * Noise of a pair: a whole number from 0 to below `width`, each as likely, from the seed and the positions of project
 * and expert alone. So a pair has the same noise whichever other pairs are looked at. Word e mod 16 of block ⌊e / 16⌋
 * of the stream of its project; a word beyond the last whole multiple of the width is replaced by that of the next
 * attempt.
 */
export const createPairNoise = (seed: string, width: number) => {
  if (width <= 1) return () => 0;
  const key = keyOfSeed(seed);
  const end = 2 ** 32 - (2 ** 32 % width);
  let [fileOfBlock, counterOfBlock] = [-1, -1];
  const block = new Uint32Array(16);
  const nonce = Uint32Array.of(NOISE_USE, 0, 0);
  const wordOf = (file: number, expert: number, attempt: number) =>
    chachaBlock(key, expert >>> 4, Uint32Array.of(NOISE_USE, file, attempt))[expert & 15]!;
  return (file: number, expert: number): number => {
    const counter = expert >>> 4;
    if (file !== fileOfBlock || counter !== counterOfBlock) {
      nonce[1] = file;
      chachaBlock(key, counter, nonce, block);
      [fileOfBlock, counterOfBlock] = [file, counter];
    }
    let word = block[expert & 15]!;
    for (let attempt = 1; word >= end; attempt += 1) word = wordOf(file, expert, attempt);
    return word % width;
  };
};
