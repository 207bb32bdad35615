import { expect, it } from 'vitest';
import { arcsOfExpert, createFindSuccessors, replaceBest, replaceInSelection } from './replace.ts';
import { arcBetween } from './reoptimise.ts';
import { runSelection } from './run-selection.ts';
import { resultOf } from './solve.ts';
import { solveSelection } from './solve-selection.ts';
import { crowdedSelection } from './testing/random-selection.ts';
import { createExclusion } from './exclusion.ts';

it('finds the best for all without a pair, or without an expert, as solving anew does', () => {
  for (let seed = 1; seed <= 80; seed += 1) {
    const plain = { ...crowdedSelection(seed), apart: [] };
    const selection = { ...plain, params: { ...plain.params, top: 1000 } };
    const { solution } = solveSelection(selection);
    const { arcs, cost } = resultOf(solution);
    if (arcs.length === 0) continue;
    const arc = arcs[seed % arcs.length]!;
    const { arcFile, arcExpert } = solution.flow.network;
    const [file, expert] = [arcFile[arc]!, arcExpert[arc]!];
    const ids = { file: selection.files[file]!.id, expert: selection.experts[expert]!.id };

    const replaced = replaceBest(solution, [arc]);
    const anew = resultOf(
      solveSelection({ ...selection, conflicts: [...selection.conflicts, { ...ids, severity: 'block' }] })
        .solution,
    );
    const now = resultOf(replaced.solution);
    const parts = ({ shortage, pairCost, loadCost }: typeof now) => [shortage, pairCost + loadCost];
    if (!selection.params.hasFloors) expect(parts(now), `seed ${seed}`).toEqual(parts(anew));
    expect(replaced.loss).toBe(now.cost - cost);
    expect(replaced.removed).toContainEqual({ file, expert });
    expect(replaced.added.length - replaced.removed.length).toBe(
      arcs.length ? now.arcs.length - arcs.length : 0,
    );

    const cut = solveSelection({ ...plain, params: { ...plain.params, top: 1 } });
    const inSelection = replaceInSelection(plain, cut, [{ file, expert }]);
    if (!selection.params.hasFloors && arcBetween(cut.solution.flow, file, expert) >= 0)
      expect(parts(resultOf(inSelection.solution)), `seed ${seed}`).toEqual(parts(anew));

    const dropped = resultOf(replaceBest(solution, arcsOfExpert(solution, expert)).solution);
    const without = selection.experts.map((one, at) => (at === expert ? { ...one, isEnabled: false } : one));
    const rest = resultOf(solveSelection({ ...selection, experts: without }).solution);
    if (!selection.params.hasFloors) expect(parts(dropped), `seed ${seed}`).toEqual(parts(rest));
  }
});

it('fills one place with the cheapest who may, while nobody else moves', () => {
  let filled = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    const crowded = { ...crowdedSelection(seed), apart: [] };
    const selection = { ...crowded, params: { ...crowded.params, hasFloors: false } };
    const ran = runSelection(selection);
    if (!('result' in ran) || ran.result.pairs.length === 0) continue;
    const { pairs } = ran.result;
    const leaving = pairs[seed % pairs.length]!;
    const found = createFindSuccessors(selection)(pairs, leaving);
    const best = replaceBest(ran.result.solved!.solution, []).loss;
    expect(best).toBe(0);
    expect(found.map(({ loss }) => loss)).toEqual(found.map(({ loss }) => loss).sort((a, b) => a - b));
    const whyNot = createExclusion(selection);
    for (const { expert, loss } of found) {
      expect(whyNot(leaving.file, expert)).toBeNull();
      expect(pairs.some((pair) => pair.file === leaving.file && pair.expert === expert)).toBe(false);
      // The chosen assignment is the best overall, so one single change cannot be better.
      expect(loss, `seed ${seed}`).toBeGreaterThanOrEqual(0);
      filled += 1;
    }
  }
  expect(filled).toBeGreaterThan(200);
});
