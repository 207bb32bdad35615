import { expect, it } from 'vitest';
import { buildNetwork } from './network.ts';
import { resultOf, solve } from './solve.ts';
import { highsCost, loadHighs } from './testing/highs.ts';
import { randomInstance } from './testing/random-instance.ts';

it('costs the same as by HiGHS, 500 times, with and without enough experts', async () => {
  const highs = await loadHighs();
  let short = 0;
  for (let seed = 2001; seed <= 2500; seed += 1) {
    const built = buildNetwork(randomInstance(seed));
    if (!('network' in built)) throw new Error(built.errors.join());
    const { cost, shortage } = resultOf(solve(built.network));
    expect(cost, `seed ${seed}`).toBe(highsCost(highs, built.network));
    if (shortage > 0) short += 1;
  }
  expect(short).toBeGreaterThan(150);
});
