import { describe, expect, it } from 'vitest';
import { checkSelection } from './check-selection.ts';
import { runSelection } from './run-selection.ts';
import { limitsOf, type Selection } from './selection.ts';
import { expertOf, fileOf, paramsOf, randomSelection } from './testing/random-selection.ts';
import { createExclusion, isHome } from './exclusion.ts';

const run = (selection: Selection) => {
  const ran = runSelection(selection);
  if ('errors' in ran) throw new Error(ran.errors.join('；'));
  return ran.result;
};
const limits = (code: string, values: Record<string, unknown>) =>
  limitsOf((rule) => (rule.code === code ? { values } : {}));

describe.each(['draw', 'optimise', 'drawOptimise'] as const)('%s', (mode) => {
  it('keeps all limits, gives the same each time, and other pairs for other seeds', () => {
    let different = 0;
    for (let seed = 1; seed <= 150; seed += 1) {
      const least = seed % 3;
      const selection = randomSelection(seed, { mode, limits: limits('F2', { least }) });
      const result = run(selection);
      const whyNot = createExclusion(selection);
      const ofExpert = new Map<number, number>();
      for (const [file, { need }] of selection.files.entries()) {
        const own = result.pairs.filter((pair) => pair.file === file);
        const missing = result.shortages.find((one) => one.file === file)?.missing ?? 0;
        expect(own.length + missing).toBe(need);
        expect(new Set(own.map(({ expert }) => expert)).size).toBe(own.length);
        const schools = own.flatMap(({ expert }) => selection.experts[expert]!.schoolId ?? []);
        expect(new Set(schools).size).toBe(schools.length);
        const home = own.filter(({ expert }) => isHome(selection.files[file]!, selection.experts[expert]!));
        expect(home.length).toBeLessThanOrEqual(Math.max(0, need - least));
        const ids = own.map(({ expert }) => selection.experts[expert]!.id);
        for (const { a, b } of selection.apart!) expect(ids.includes(a) && ids.includes(b)).toBe(false);
        for (const { expert } of own) {
          expect(whyNot(file, expert)).toBeNull();
          ofExpert.set(expert, (ofExpert.get(expert) ?? 0) + 1);
        }
      }
      for (const [expert, count] of ofExpert)
        expect(count + selection.experts[expert]!.openLoad).toBeLessThanOrEqual(
          selection.experts[expert]!.cap,
        );
      const bytes = JSON.stringify(result.pairs);
      expect(JSON.stringify(run(randomSelection(seed, selection.params)).pairs)).toBe(bytes);
      const other = { ...selection, params: { ...selection.params, seed: 'f'.repeat(64) } };
      if (JSON.stringify(run(other).pairs) !== bytes) different += 1;
    }
    expect(different).toBeGreaterThan(20);
  });
});

describe('pairs that stand', () => {
  it.each(['draw', 'optimise', 'drawOptimise'] as const)(
    '%s leaves them and keeps limits around them',
    (mode) => {
      for (let seed = 1; seed <= 100; seed += 1) {
        const selection = randomSelection(seed, { mode });
        const first = run(selection);
        const locks = first.pairs
          .filter((_, at) => at % 2 === 0)
          .map(({ file, expert }) => ({
            file: selection.files[file]!.id,
            expert: selection.experts[expert]!.id,
          }));
        const again = run({ ...selection, locks });
        expect(again.pairs.filter(({ isLocked }) => isLocked)).toHaveLength(locks.length);
        if (mode !== 'draw') expect(again.missing, `seed ${seed}`).toBe(first.missing);
        for (const [file] of selection.files.entries()) {
          const own = again.pairs.filter((pair) => pair.file === file);
          expect(new Set(own.map(({ expert }) => expert)).size).toBe(own.length);
          const schools = own.flatMap(({ expert }) => selection.experts[expert]!.schoolId ?? []);
          expect(new Set(schools).size).toBe(schools.length);
          const ids = own.map(({ expert }) => selection.experts[expert]!.id);
          for (const { a, b } of selection.apart!) expect(ids.includes(a) && ids.includes(b)).toBe(false);
        }
      }
    },
  );
});

describe('at the edge', () => {
  const nothing = { files: [], experts: [], conflicts: [] };
  it.each(['draw', 'optimise', 'drawOptimise'] as const)('%s takes nothing at all', (mode) => {
    const params = paramsOf({ mode });
    expect(run({ ...nothing, params })).toMatchObject({ pairs: [], missing: 0 });
    expect(run({ ...nothing, files: [fileOf()], params })).toMatchObject({ missing: 3 });
    expect(run({ ...nothing, experts: [expertOf({ floor: 2 })], params })).toMatchObject({ pairs: [] });
  });

  it('reports errors in words', () => {
    const wrong = {
      files: [fileOf({ need: -1 }), fileOf({ subjects: [] }), fileOf({ id: 3, subjects: [['under']] })],
      experts: [expertOf({ rating: 7, cap: NaN }), expertOf({ id: 2, termEndsAt: 'soon' })],
      conflicts: [],
      params: paramsOf({ seed: 'x', widestRing: 9, noisePoints: -1 }),
    };
    expect(checkSelection(wrong)).toEqual([
      '种子须为 64 位十六进制数',
      '学科范围 9 不是 0 到 3 的整数',
      '分值 -1 不在 0 到 1000 之间',
      '材料 1 重复',
      '材料 1 的专家人数 -1 不是 0 到 1000 的整数',
      '材料 1 须有 1 至 2 个学科，现有 0 个',
      '材料 3 的学科 under 不是 3 至 4 级',
      '专家 1 的评级 7 不是 0 到 5 的整数',
      '专家 1 的上限 NaN 不是 0 到 1000 的整数',
      '专家 2 的日期 soon 不是年-月-日',
    ]);
    expect(runSelection(wrong)).toHaveProperty('errors');
  });
});
