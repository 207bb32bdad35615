import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Instance } from './instance.ts';
import { buildNetwork } from './network.ts';
import { proveOptimal } from './prove.ts';
import { pricesOf, resultOf, solve } from './solve.ts';
import { randomInstance } from './testing/random-instance.ts';

const solved = (instance: Instance) => {
  const built = buildNetwork(instance);
  if (!('network' in built)) throw new Error(built.errors.join());
  const { network } = built;
  const solution = solve(network);
  const result = resultOf(solution);
  const prices = pricesOf(solution);
  return { network, result, prices, proof: proveOptimal(network, { arcs: result.arcs, prices }) };
};

const everyPair = (files: number, experts: number, cost: number) => ({
  file: Array.from({ length: files * experts }, (_, row) => Math.floor(row / experts)),
  expert: Array.from({ length: files * experts }, (_, row) => row % experts),
  cost: Array.from({ length: files * experts }, () => cost),
});

describe('invariants of an assignment', () => {
  it('keeps to places, floors, forbidden pairs and limits of groups, and is the same each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (seed) => {
        const { proof, result, prices } = solved(randomInstance(seed));
        expect(proof.faults).toEqual([]);
        expect(proof.isOptimal).toBe(true);
        const again = solved(randomInstance(seed));
        expect(again.result).toEqual(result);
        expect(again.prices).toEqual(prices);
      }),
      { numRuns: 300, seed: 13 },
    );
  });

  it('finds what is wrong with an altered result', () => {
    const { network, prices } = solved({
      files: [{ need: 1 }],
      experts: [{ places: 1 }, { places: 1 }],
      candidates: { file: [0, 0], expert: [0, 1], cost: [-100, -50] },
    });
    expect(proveOptimal(network, { arcs: [0], prices }).isOptimal).toBe(true);
    expect(proveOptimal(network, { arcs: [1], prices }).isOptimal).toBe(false);
    expect(proveOptimal(network, { arcs: [0, 0], prices }).faults).toEqual([
      '材料 0 重复分给专家 0',
      '材料 0 分给了过多专家',
      '专家 0 超过名额',
    ]);
    expect(proveOptimal(network, { arcs: [7], prices }).faults).toEqual(['没有编号为 7 的候选对']);
    expect(proveOptimal(network, { arcs: [0], prices: [10, 10] }).isOptimal).toBe(false);
  });
});

describe('instances at the edge', () => {
  const noPairs = { file: [], expert: [], cost: [] };
  it.each<[string, Instance, number]>([
    ['nothing', { files: [], experts: [], candidates: noPairs }, 0],
    ['no expert', { files: [{ need: 3 }], experts: [], candidates: noPairs }, 3],
    ['no file', { files: [], experts: [{ places: 3, floor: 2 }], candidates: noPairs }, 0],
    [
      'more needed than there are experts',
      { files: [{ need: 100_000 }], experts: [{ places: 2 }, { places: 1 }], candidates: everyPair(1, 2, 0) },
      99_998,
    ],
    [
      'everybody in conflict',
      {
        files: [{ need: 1 }],
        experts: [{ places: 1 }],
        candidates: everyPair(1, 1, 0),
        forbidden: [{ file: 0, expert: 0 }],
      },
      1,
    ],
    [
      'no expert with a free place',
      { files: [{ need: 1 }], experts: [{ places: 0 }], candidates: everyPair(1, 1, 5) },
      1,
    ],
    [
      'all scores equal',
      {
        files: Array.from({ length: 20 }, () => ({ need: 3 })),
        experts: Array.from({ length: 10 }, () => ({ places: 6 })),
        candidates: everyPair(20, 10, -5000),
      },
      0,
    ],
    [
      'an unreachable floor',
      {
        files: [{ need: 1 }],
        experts: [
          { places: 5, floor: 5 },
          { places: 5, floor: 1 },
        ],
        candidates: everyPair(1, 2, 9),
      },
      0,
    ],
  ])('%s', (_, instance, shortage) => {
    const { result, proof } = solved(instance);
    expect(result.shortage).toBe(shortage);
    expect(proof.isOptimal).toBe(true);
  });

  it('levels the load where all are equal', () => {
    const { network, result } = solved({
      files: Array.from({ length: 20 }, () => ({ need: 3 })),
      experts: Array.from({ length: 10 }, () => ({ places: 20 })),
      candidates: everyPair(20, 10, 0),
    });
    const loads = Array.from({ length: 10 }, () => 0);
    for (const arc of result.arcs) loads[network.arcExpert[arc]!]! += 1;
    expect(loads).toEqual(Array.from({ length: 10 }, () => 6));
  });
});
