import { describe, expect, it, test } from 'vitest';
import { pathOfCode } from '../subject/path.ts';
import { poolSimilarity } from './pool-similarity.ts';
import { DEFAULT_PARAMS } from './selection.ts';
import { DEFAULT_DISTANCES, tableSimilarity } from './subject-distance.ts';
import { createReach } from './subject-reach.ts';

const under = (code: string) => pathOfCode('under', code);
const grad = (code: string) => pathOfCode('grad', code);
const crosswalk = [{ a: grad('0812'), b: under('0809') }];

const near = (files: string[][], ...experts: string[][][]) => {
  const reach = createReach(
    experts.map((subjects) => ({ subjects })),
    {
      ...DEFAULT_PARAMS,
      similarity: tableSimilarity(),
      crosswalk,
      crosswalkLoss: DEFAULT_DISTANCES.crosswalk,
    },
  )(files);
  return Array.from(reach.experts, (expert, at) => [expert, reach.match[at], reach.ring[at]]);
};

describe('the table of distances', () => {
  test.each<[string, string[], string[], number, number]>([
    ['the same class', under('080901'), under('080901'), 10_000, 0],
    ['declared at 4 digits only', under('080901'), under('0809'), 8000, 1],
    ['a file at 4 digits only', under('0809'), under('080901'), 8000, 1],
    ['another class', under('080901'), under('080902'), 6500, 1],
    ['the same 4 digits where the catalogue ends', grad('0812'), grad('0812'), 10_000, 0],
    ['the same 2 digits', under('080901'), under('080703'), 2500, 2],
    ['across catalogues', grad('0812'), under('0809'), 9500, 0],
    ['across catalogues into a class', grad('0812'), under('080901'), 7500, 1],
    ['a class across catalogues', under('080901'), grad('0812'), 7500, 1],
    ['2 digits across catalogues', grad('0812'), under('080703'), 2000, 2],
  ])('%s', (_, file, expert, match, ring) => {
    expect(near([file], [expert])).toEqual([[0, match, ring]]);
  });

  it('omits subjects without anything in common', () => {
    expect(near([under('080901')], [under('030101')], [grad('0301')])).toEqual([]);
  });

  it('counts an expert’s later subjects less, and takes the best', () => {
    const [other, own] = [under('030101'), under('080901')];
    expect(near([own], [other, own], [other, other, own], [under('080902'), own])).toEqual([
      [0, 9500, 0],
      [1, 9000, 0],
      [2, 9500, 0],
    ]);
  });

  it('weights the two subjects of a project 70 to 30', () => {
    const [one, two] = [under('080901'), under('030101')];
    expect(near([one, two], [one], [two], [one, two])).toEqual([
      [0, 7000, 0],
      [1, 3000, 0],
      [2, 9850, 0],
    ]);
  });
});

describe('similarity by the pool', () => {
  const experts = [
    ...Array.from({ length: 40 }, () => ({ subjects: [under('080901')] })),
    ...Array.from({ length: 40 }, () => ({ subjects: [under('080902')] })),
    { subjects: [under('081001')] },
    { subjects: [under('081002')] },
  ];
  const similarity = poolSimilarity(experts);
  it('is 100 for equal subjects and 0 for unrelated ones', () => {
    expect(similarity(under('080901'), under('080901'))).toBe(100);
    expect(similarity(under('080901'), under('030101'))).toBe(0);
  });
  it('distinguishes small fields more finely than crowded ones', () => {
    expect(similarity(under('081001'), under('081002'))).toBeGreaterThan(
      similarity(under('080901'), under('080902')),
    );
  });
  it('gives the same number in both directions', () => {
    const paths = [...experts.map(({ subjects }) => subjects[0]!), under('0809'), under('089999')];
    for (const a of paths.slice(38, 44))
      for (const b of paths) expect(similarity(a, b)).toBe(similarity(b, a));
  });
});
