import { describe, expect, it } from 'vitest';
import { pathOfCode } from '../subject-path.ts';
import { runSelection } from './run-selection.ts';
import { limitsOf, type Selection, type SelectionParams } from './selection.ts';
import { expertOf, fileOf, paramsOf } from './testing/random-selection.ts';

const run = (selection: Selection) => {
  const ran = runSelection(selection);
  if ('errors' in ran) throw new Error(ran.errors.join('；'));
  return ran.result;
};
const limits = (code: string, values: Record<string, unknown>) =>
  limitsOf((rule) => (rule.code === code ? { values } : {}));

describe('a draw', () => {
  const drawOf = (patch: Partial<Selection>, params: Partial<SelectionParams> = {}) =>
    run({
      files: [fileOf({ need: 1 })],
      experts: [],
      conflicts: [],
      ...patch,
      params: paramsOf({ mode: 'draw', ...params }),
    });
  const expertsOf = (count: number, code: string, from: number) =>
    Array.from({ length: count }, (_, at) =>
      expertOf({ id: from + at, schoolId: from + at, subjects: [pathOfCode('under', code)] }),
    );

  it('widens the ring until the urn is large enough (rule 38)', () => {
    const experts = [
      ...expertsOf(2, '080901', 10),
      ...expertsOf(9, '080902', 20),
      ...expertsOf(9, '080703', 40),
    ];
    const ringsOf = (urnFactor: number) => {
      const rings = new Set<number>();
      for (let at = 0; at < 60; at += 1) {
        const seed = at.toString(16).padStart(64, '0');
        rings.add(drawOf({ experts }, { urnFactor, seed }).pairs[0]!.parts.ring);
      }
      return [...rings].sort((a, b) => a - b);
    };
    expect(ringsOf(1)).toEqual([0]);
    expect(ringsOf(3)).toEqual([0, 1]);
    expect(ringsOf(12)).toEqual([0, 1, 2]);
  });

  it('gives everybody in the urn the same chance (rule 7)', () => {
    const experts = expertsOf(6, '080901', 10);
    const counts = experts.map(() => 0);
    for (let at = 0; at < 3000; at += 1) {
      const seed = at.toString(16).padStart(64, '0');
      counts[drawOf({ experts }, { seed }).pairs[0]!.expert]! += 1;
    }
    // 3000 / 6 = 500; five standard deviations are 102.
    for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(102);
  });

  it('takes experts of other provinces where the cycle wants them (rule 34)', () => {
    const home = expertsOf(30, '080901', 10);
    const away = expertsOf(2, '080901', 80).map((expert) => ({ ...expert, province: '河北省' }));
    const result = drawOf(
      { files: [fileOf({ need: 3 })], experts: [...home, ...away] },
      { limits: limits('F2', { least: 2 }) },
    );
    expect(result.pairs.filter(({ expert }) => expert >= 30)).toHaveLength(2);
    expect(
      drawOf({ files: [fileOf({ need: 3 })], experts: home }, { limits: limits('F2', { least: 2 }) }).missing,
    ).toBe(2);
  });

  it('names those who stand in reserve', () => {
    const result = drawOf({ experts: expertsOf(6, '080901', 10) }, { reserves: 4 });
    const named = [result.pairs[0]!, ...result.reserves[0]!].map(({ expert }) => expert);
    expect(named).toHaveLength(5);
    expect(new Set(named).size).toBe(5);
  });
});
