import { chachaBlock } from './chacha.ts';
import { describe, expect, it } from 'vitest';
import { addNoise, createRandom, drawStrata } from './random.ts';

const hexOf = (words: Uint32Array) => [...words].map((word) => word.toString(16).padStart(8, '0')).join(' ');

describe('chachaBlock', () => {
  it('gives the block of RFC 8439 §2.3.2', () => {
    const key = Uint32Array.from({ length: 8 }, (_, word) => 0x03020100 + word * 0x04040404);
    expect(hexOf(chachaBlock(key, 1, Uint32Array.of(0x09000000, 0x4a000000, 0)))).toBe(
      'e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 ' +
        '466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2',
    );
  });

  it('gives the first block of RFC 8439, appendix A.1, vector 1', () => {
    expect(hexOf(chachaBlock(new Uint32Array(8), 0, new Uint32Array(3)))).toBe(
      'ade0b876 903df1a0 e56a5d40 28bd8653 b819d2bd 1aed8da0 ccef36a8 c70d778b ' +
        '7c5941da 8d485751 3fe02477 374ad8b8 f4b8436a 1ca11815 69b687c3 8665eeb2',
    );
  });
});

describe('createRandom', () => {
  const seed = '0123456789abcdef'.repeat(4);

  it('repeats itself, and differs by use', () => {
    const numbers = (use: number) => {
      const random = createRandom(seed, use);
      return Array.from({ length: 100 }, () => random(1000));
    };
    expect(numbers(0)).toEqual(numbers(0));
    expect(numbers(0)).not.toEqual(numbers(1));
    expect(() => createRandom('abc')).toThrow('64 hexadecimal');
  });

  it('draws every member as often as the others', () => {
    const random = createRandom(seed);
    const times = Array.from({ length: 10 }, () => 0);
    for (let run = 0; run < 10_000; run += 1) {
      const members = times.map((_, member) => member);
      const [drawn] = drawStrata([{ members, count: 3, alternates: 0 }], (member) => member, random);
      for (const member of drawn!.chosen) times[member]! += 1;
    }
    // The expected count is 3 000 each, with a standard deviation of 46.
    for (const one of times) expect(Math.abs(one - 3000)).toBeLessThan(230);
  });

  it('draws no member twice and reports missing ones', () => {
    const strata = [
      { members: ['a', 'b', 'c'], count: 2, alternates: 1 },
      { members: ['a', 'd', 'e'], count: 3, alternates: 1 },
    ];
    const [first, second] = drawStrata(strata, (member) => member, createRandom(seed));
    expect([...first!.chosen, ...first!.alternates].toSorted()).toEqual(['a', 'b', 'c']);
    expect(second!.chosen.toSorted()).toEqual(['d', 'e']);
    expect(second).toMatchObject({ alternates: [], missing: 1 });
  });

  it('makes costs cheaper by less than the width', () => {
    const costs = new Int32Array(1000).fill(-500);
    const noisy = addNoise(costs, 200, createRandom(seed));
    expect(Math.min(...noisy)).toBeGreaterThan(-700);
    expect(Math.max(...noisy)).toBeLessThanOrEqual(-500);
    expect(new Set(noisy).size).toBeGreaterThan(100);
    expect(addNoise(costs, 0, createRandom(seed))).toBe(costs);
  });
});
