import type { Instance } from '../instance.ts';

/** Whole numbers from 0 to below `bound`, the same for the same seed (mulberry32). For tests and measurements only. */
export const createDice = (seed: number) => {
  let state = seed;
  return (bound: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
};

/** A small instance of any kind: scarce or ample, with ties or without, with groups, floors, open load, forbidden pairs. */
export const randomInstance = (seed: number): Instance => {
  const dice = createDice(seed);
  const fileCount = 1 + dice(12);
  const expertCount = 1 + dice(12);
  const mostNeed = 1 + dice(4);
  const mostPlaces = 1 + dice(5);
  const grain = [1, 1, 50, 100, 2500][dice(5)]!;
  const density = 1 + dice(10);
  const schools = 1 + dice(6);
  const hasFloors = dice(3) === 0;
  const hasSchools = dice(3) > 0;
  const homeSchools = dice(3) === 0 ? dice(schools + 1) : 0;
  const file: number[] = [];
  const expert: number[] = [];
  const cost: number[] = [];
  const group: number[] = [];
  const isHome: number[] = [];
  const forbidden: { file: number; expert: number }[] = [];
  for (let a = 0; a < fileCount; a += 1)
    for (let e = 0; e < expertCount; e += 1) {
      if (dice(10) >= density) continue;
      file.push(a);
      expert.push(e);
      cost.push(-grain * dice(1 + Math.floor(10_000 / grain)));
      group.push(hasSchools ? e % schools : -1);
      isHome.push(Number(e % schools < homeSchools));
      if (dice(20) === 0) forbidden.push({ file: a, expert: e });
    }
  return {
    files: Array.from({ length: fileCount }, () => ({
      need: dice(mostNeed + 1),
      ...(homeSchools > 0 && { mostHome: dice(mostNeed + 1) }),
    })),
    experts: Array.from({ length: expertCount }, () => {
      const places = dice(mostPlaces + 1);
      return { places, openLoad: dice(3), floor: hasFloors ? dice(Math.min(3, places + 1)) : 0 };
    }),
    candidates: { file, expert, cost, group, isHome },
    groupCapacity: 1 + Number(dice(4) === 0),
    forbidden,
    ...(dice(4) === 0 && { load: { first: dice(100), step: 0 } }),
    ...(dice(6) === 0 && { shortageCost: dice(20_000), floorReward: dice(9000) }),
  };
};
