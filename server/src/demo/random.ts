export type Random = {
  /** An integer from 0 up to, not including, `end`. */
  below: (end: number) => number;
  pick: <T>(values: readonly T[]) => T;
  /** `count` different values, in random order. */
  sample: <T>(values: readonly T[], count: number) => T[];
  chance: (probability: number) => boolean;
};

/** mulberry32: the same seed gives the same demo data on every machine. Not for secrets. */
export const seededRandom = (seed: number): Random => {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (values) => values[below(values.length)]!,
    sample: (values, count) => {
      const rest = [...values];
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(below(rest.length), 1)[0]!,
      );
    },
    chance: (probability) => next() < probability,
  };
};
