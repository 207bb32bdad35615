import { describe, expect, it, test } from 'vitest';
import { pathOfCode } from '../subject-path.ts';
import { checkSelection } from './check-selection.ts';
import { createPairRows } from './pair-rows.ts';
import { proveOptimal } from './prove.ts';
import { runSelection } from './run-selection.ts';
import { limitsOf, type Selection, type SelectionExpert, type SelectionParams } from './selection.ts';
import { resultOf } from './solve.ts';
import { solveSelection } from './solve-selection.ts';
import { expertOf, fileOf, paramsOf, randomSelection } from './testing/random-selection.ts';
import { createWhyNot, isHome } from './why-not.ts';

const run = (selection: Selection) => {
  const ran = runSelection(selection);
  if ('errors' in ran) throw new Error(ran.errors.join('；'));
  return ran.result;
};
const limits = (code: string, values: Record<string, unknown>) =>
  limitsOf((rule) => (rule.code === code ? { values } : {}));

describe('why somebody cannot get a file', () => {
  test.each<[string, Partial<SelectionExpert>, string | null, Partial<SelectionParams>?]>([
    ['nothing', {}, null],
    ['his own cycle (rule 17)', { isApplicant: true }, '本批次申报人'],
    ['disabled', { isEnabled: false }, '已停用'],
    ['unconfirmed', { isConfirmed: false }, '未确认信息'],
    ['no contact (rule 37)', { hasContact: false }, '没有手机或邮箱'],
    ['rating 0 (rule 37)', { rating: 0 }, '评级为 0'],
    ['a rating too low', { rating: 2 }, '评级 2，需要 ≥ 3', { limits: limits('E3', { rating: 3 }) }],
    ['no term', { termEndsAt: null }, '没有任期'],
    ['the last day of a term', { termEndsAt: '2026-11-23' }, null],
    ['a term that is over (rule 5)', { termEndsAt: '2026-11-22' }, '任期已满（至 2026-11-22）'],
    ['absent', { isAbsent: true }, '暂不参加评审'],
    ['retired', { isRetired: true }, null],
    [
      'retired (rule 6)',
      { isRetired: true },
      '已离退休，本批次由在职专家评审',
      { limits: limits('E2', { retired: 'block' }) },
    ],
    ['drawn 30 days ago (rule 38)', { lastDrawnDay: '2026-10-24' }, null],
    [
      'drawn 29 days ago (rule 38)',
      { lastDrawnDay: '2026-10-25' },
      '冷却期内（上次抽取于 2026-10-25，间隔需 ≥ 30 天）',
    ],
    ['no cool-down', { lastDrawnDay: '2026-11-22' }, null, { limits: limits('E5', { days: 0 }) }],
    ['his own limit (rule 36)', { openLoad: 5 }, '名额已满（已有 5 份，上限 5 份）'],
    [
      'the limit of the cycle (rule 36)',
      { openLoad: 4, cap: 9 },
      '名额已满（已有 4 份，上限 4 份）',
      { limits: limits('E4', { most: 4, advised: 3 }) },
    ],
    ['the same school', { schoolId: 200 }, '与申报人同一学校'],
    ['a level too low (rule 6)', { level: 'middle' }, '职称层级不够（中级，需不低于副高级）'],
    ['no level (rule 6)', { level: null }, '职称层级不够（没有职称，需不低于副高级）'],
    ['the same level (rule 6)', { level: 'associateSenior' }, null],
    ['another series', { series: 'research' }, null],
    ['another series where it counts', { series: 'research' }, '职称系列不符', { isSameSeriesOnly: true }],
    ['another subject', { subjects: [pathOfCode('under', '030101')] }, '学科不符（本次限同门类内）'],
    ['any subject', { subjects: [pathOfCode('under', '030101')] }, null, { widestRing: 3 }],
  ])('%s', (_, patch, words, params = {}) => {
    const selection = {
      files: [fileOf()],
      experts: [expertOf(patch)],
      conflicts: [],
      params: paramsOf(params),
    };
    expect(createWhyNot(selection)(0, 0)?.words ?? null).toBe(words);
    expect(createPairRows(selection).fill(0).length).toBe(words === null ? 1 : 0);
  });

  it('names the conflict, and lets warnings pass at a price', () => {
    const conflict = { file: 1, expert: 1, words: '同一课题组' };
    const base = { files: [fileOf()], experts: [expertOf()], params: paramsOf({ mode: 'optimise' }) };
    const blocked = { ...base, conflicts: [{ ...conflict, severity: 'block' as const }] };
    expect(createWhyNot(blocked)(0, 0)).toEqual({ code: 'conflict', words: '存在回避情形：同一课题组' });
    const warned = { ...base, conflicts: [{ ...conflict, severity: 'warn' as const }] };
    expect(createWhyNot(warned)(0, 0)).toBeNull();
    expect(run(warned).pairs[0]!.parts).toMatchObject({ match: 10_000, warning: 2000, rating: 0, load: 75 });
  });

  it('says the same as the candidates do, for every pair', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const selection = randomSelection(seed, { isSameSeriesOnly: seed % 3 === 0, widestRing: seed % 4 });
      const whyNot = createWhyNot(selection);
      const rows = createPairRows(selection);
      for (const file of selection.files.keys()) {
        const { length, expert } = rows.fill(file);
        const allowed = [...selection.experts.keys()].filter((one) => whyNot(file, one) === null);
        expect([...expert.subarray(0, length)], `seed ${seed}`).toEqual(allowed);
      }
    }
  });
});

describe('cutting at the best few', () => {
  /** Many files want the same few experts, who have a place or two. */
  const crowded = (seed: number): Selection => {
    const selection = randomSelection(seed, {
      top: 1,
      hasFloors: seed % 3 === 0,
      widestRing: 2 + (seed % 2),
      limits: limits('F2', { least: seed % 2 }),
    });
    const { files, experts } = selection;
    return {
      ...selection,
      files: [...files, ...files.map((file) => ({ ...file, id: `b${file.id}` }))].map((file) => ({
        ...file,
        need: 1 + (seed % 2),
      })),
      experts: experts.map((expert, at) =>
        expertOf({
          ...expertOf(),
          id: expert.id,
          subjects: expert.subjects,
          schoolId: expert.schoolId,
          province: expert.province,
          cap: 1 + (at % 2),
          floor: at % 2,
        }),
      ),
    };
  };

  it('changes nothing', { timeout: 20_000 }, () => {
    let rounds = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const few = crowded(seed);
      const all = { ...few, params: { ...few.params, top: 1000 } };
      const cut = solveSelection(few);
      rounds += cut.rounds;
      const full = solveSelection(all);
      expect(full.rounds).toBe(0);
      expect(resultOf(cut.solution).cost, `seed ${seed}`).toBe(resultOf(full.solution).cost);
      // The prices of the cut prove the optimum over all pairs.
      const { network } = full.solution.flow;
      const { arcFile, arcExpert } = cut.solution.flow.network;
      const arcs = Array.from(resultOf(cut.solution).arcs, (arc) =>
        network.arcExpert.findIndex(
          (expert, at) => expert === arcExpert[arc] && network.arcFile[at] === arcFile[arc],
        ),
      );
      expect(proveOptimal(network, { arcs, prices: cut.prices }).isOptimal, `seed ${seed}`).toBe(true);
    }
    expect(rounds).toBeGreaterThan(100);
  });
});

describe.each(['draw', 'optimise', 'drawOptimise'] as const)('%s', (mode) => {
  it('keeps all limits, gives the same each time, and other pairs for other seeds', () => {
    let different = 0;
    for (let seed = 1; seed <= 150; seed += 1) {
      const least = seed % 3;
      const selection = randomSelection(seed, { mode, limits: limits('F2', { least }) });
      const result = run(selection);
      const whyNot = createWhyNot(selection);
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

describe('at the edge', () => {
  const nothing = { files: [], experts: [], conflicts: [] };
  it.each(['draw', 'optimise', 'drawOptimise'] as const)('%s takes nothing at all', (mode) => {
    const params = paramsOf({ mode });
    expect(run({ ...nothing, params })).toMatchObject({ pairs: [], missing: 0 });
    expect(run({ ...nothing, files: [fileOf()], params })).toMatchObject({ missing: 3 });
    expect(run({ ...nothing, experts: [expertOf({ floor: 2 })], params })).toMatchObject({ pairs: [] });
  });

  it('tells what is wrong, in words', () => {
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
