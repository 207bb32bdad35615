import { chachaBlock } from './chacha.ts';

/**
 * Reproducible random numbers: the ChaCha20 stream cipher (RFC 8439) with the seed as key, a counter from 0, and a
 * nonce that separates the uses of one seed. The same seed gives the same numbers on every machine.
 */

const littleEndianWords = (hex: string) =>
  Uint32Array.from({ length: hex.length / 8 }, (_, word) =>
    [3, 2, 1, 0].reduce(
      (sum, byte) => sum * 256 + parseInt(hex.slice(word * 8 + byte * 2, word * 8 + byte * 2 + 2), 16),
      0,
    ),
  );

const SEED = /^[0-9a-f]{64}$/;
export const isSeed = (text: string) => SEED.test(text);

/** The key of ChaCha20 that a seed stands for: 64 hexadecimal digits, as SHA-256 gives them. */
export const keyOfSeed = (seed: string): Uint32Array => {
  if (!SEED.test(seed)) throw new Error('a seed has 64 hexadecimal digits');
  return littleEndianWords(seed);
};

/** A source of whole numbers from 0 to below `bound` (at most 2³²), each as likely as the others. */
export type Random = (bound: number) => number;

/** Numbers from a seed; `use` separates the purposes of one seed. */
export const createRandom = (seed: string, use = 0): Random => {
  const key = keyOfSeed(seed);
  const nonce = Uint32Array.of(use, 0, 0);
  let counter = 0;
  let block = chachaBlock(key, counter, nonce);
  let word = 0;
  const nextWord = () => {
    if (word === 16) {
      counter += 1;
      block = chachaBlock(key, counter, nonce);
      word = 0;
    }
    word += 1;
    return block[word - 1]!;
  };
  return (bound) => {
    // Words past the last whole multiple of the bound would favour small numbers, so they are drawn anew.
    const end = 2 ** 32 - (2 ** 32 % bound);
    let value = nextWord();
    while (value >= end) value = nextWord();
    return value % bound;
  };
};

/** Costs with noise from the seed: each is made cheaper by 0 to below `width` (1/100 point), in the order given. */
export const addNoise = (costs: Int32Array, width: number, random: Random): Int32Array =>
  width === 0 ? costs : costs.map((cost) => cost - random(width));

/** A part of a draw: its members, the number to draw, and the number of alternates. */
export type Stratum<Member> = { members: readonly Member[]; count: number; alternates: number };

/** Members drawn from a stratum, in the order of the draw; `missing` is the number that the stratum lacked. */
export type Drawn<Member> = { chosen: Member[]; alternates: Member[]; missing: number };

/**
 * Draw without replacement, every choice and order of a stratum as likely as any other (Fisher and Yates, begun from
 * the front). Strata are drawn one after another; who was drawn in one is left out of later ones. Members are known by
 * `keyOf`.
 */
export const drawStrata = <Member>(
  strata: readonly Stratum<Member>[],
  keyOf: (member: Member) => string | number,
  random: Random,
): Drawn<Member>[] => {
  const taken = new Set<string | number>();
  return strata.map(({ members, count, alternates }) => {
    const urn = members.filter((member) => !taken.has(keyOf(member)));
    const wanted = Math.min(urn.length, count + alternates);
    for (let at = 0; at < wanted; at += 1) {
      const other = at + random(urn.length - at);
      [urn[at], urn[other]] = [urn[other]!, urn[at]!];
    }
    const drawn = urn.slice(0, wanted);
    for (const member of drawn) taken.add(keyOf(member));
    return {
      chosen: drawn.slice(0, count),
      alternates: drawn.slice(count),
      missing: Math.max(0, count - urn.length),
    };
  });
};
