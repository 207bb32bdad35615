import { describe, expect, it } from 'vitest';
import { pathOfCode } from '../subject/path.ts';
import { runSelection } from './run-selection.ts';
import {
  limitsOf,
  type Selection,
  type SelectionExpert,
  type SelectionFile,
  selectionModes,
  type SelectionMode,
  type SelectionParams,
} from './selection.ts';
import { expertOf, fileOf, paramsOf } from './testing/random-selection.ts';
import { createExclusion, type ReasonCode } from './exclusion.ts';

/**
 * The hard rules of the domain model (2.4) that concern the selection of experts, by their numbers there: 6, 7, 17, 31,
 * 34, 36, 37, 38. Rules that only warn about a project, a load or the pool (F1, E4, K2) are tested in
 * review-rule/expert-rules.test.ts.
 */

const modes = Object.keys(selectionModes) as SelectionMode[];
const run = (selection: Selection) => {
  const ran = runSelection(selection);
  if ('errors' in ran) throw new Error(ran.errors.join('；'));
  return ran.result;
};
type Limits = Partial<Record<'E2' | 'E3' | 'E4' | 'E5' | 'F2' | 'F3', Record<string, unknown> | null>>;
/** The limits of a cycle that sets these; null is a rule that it does not have. */
const limits = (set: Limits) =>
  limitsOf((rule) => {
    const values = set[rule.code as keyof Limits];
    return values === null ? null : { values: values ?? {} };
  });
const seedOf = (at: number) => at.toString(16).padStart(64, '0');

type Line = [
  rule: number,
  what: string,
  code: ReasonCode | null,
  patch: {
    expert?: Partial<SelectionExpert>;
    file?: Partial<SelectionFile>;
    severity?: 'block' | 'warn';
    limits?: Limits;
    params?: Partial<SelectionParams>;
  },
];

/** One expert and one project; today is 2026-11-23. Null is allowed. */
const lines: Line[] = [
  [6, 'the same level', null, { expert: { level: 'associateSenior' } }],
  [6, 'a higher level', null, { expert: { level: 'fullSenior' } }],
  [6, 'a lower level', 'level', { expert: { level: 'middle' } }],
  [6, '副高 for 正高', 'level', { expert: { level: 'associateSenior' }, file: { level: 'fullSenior' } }],
  [6, 'no title', 'level', { expert: { level: null } }],
  [6, 'a lower level where the cycle allows it', null, { expert: { level: 'middle' }, limits: { E2: null } }],
  [
    6,
    'another series where only the own one reviews',
    'series',
    { expert: { series: 'research' }, params: { isSameSeriesOnly: true } },
  ],
  [6, 'the own series where only it reviews', null, { params: { isSameSeriesOnly: true } }],
  [6, 'retired, in principle out', null, { expert: { isRetired: true } }],
  [
    6,
    'retired where the cycle forbids it',
    'retired',
    { expert: { isRetired: true }, limits: { E2: { retired: 'block' } } },
  ],
  [17, 'who applies in the cycle', 'applicant', { expert: { isApplicant: true } }],
  [17, 'who must keep away', 'conflict', { severity: 'block' }],
  [17, 'of whom a conflict only warns', null, { severity: 'warn' }],
  [17, 'of the same school', 'sameSchool', { expert: { schoolId: 200 } }],
  [17, 'of another school', null, { expert: { schoolId: 201 } }],
  [37, 'disabled', 'notEnabled', { expert: { isEnabled: false } }],
  [37, 'not confirmed', 'notConfirmed', { expert: { isConfirmed: false } }],
  [37, 'without telephone or mail', 'noContact', { expert: { hasContact: false } }],
  [37, 'rated 0', 'rating', { expert: { rating: 0 } }],
  [37, 'rated 0, whatever the cycle says', 'rating', { expert: { rating: 0 }, limits: { E3: null } }],
  [37, 'rated 1', null, { expert: { rating: 1 } }],
  [
    37,
    'rated below what the cycle wants',
    'rating',
    { expert: { rating: 2 }, limits: { E3: { rating: 3 } } },
  ],
  [37, 'away', 'absent', { expert: { isAbsent: true } }],
  [37, 'whose term ends today', null, { expert: { termEndsAt: '2026-11-23' } }],
  [37, 'whose term is over', 'termOver', { expert: { termEndsAt: '2026-11-22' } }],
  [37, 'without a term', 'noTerm', { expert: { termEndsAt: null } }],
  [36, 'with 59 files', null, { expert: { openLoad: 59, cap: 100 } }],
  [36, 'with 60 files', 'full', { expert: { openLoad: 60, cap: 100 } }],
  [
    36,
    'with 60 files where the cycle has no limit',
    null,
    { expert: { openLoad: 60, cap: 100 }, limits: { E4: null } },
  ],
  [36, 'with one below his own limit', null, { expert: { openLoad: 4, cap: 5 } }],
  [36, 'with as many as he may', 'full', { expert: { openLoad: 5, cap: 5 } }],
  [38, 'never drawn', null, { expert: { lastDrawnDay: null } }],
  [38, 'drawn 29 days ago', 'coolDown', { expert: { lastDrawnDay: '2026-10-25' } }],
  [38, 'drawn 30 days ago', null, { expert: { lastDrawnDay: '2026-10-24' } }],
  [
    38,
    'drawn yesterday where the cycle does not ask',
    null,
    { expert: { lastDrawnDay: '2026-11-22' }, limits: { E5: null } },
  ],
  [38, 'of the class beside, level 2', null, { expert: { subjects: [pathOfCode('under', '080902')] } }],
  [38, 'of another field', 'subject', { expert: { subjects: [pathOfCode('under', '030101')] } }],
];

it.each(lines)('rule %i: an expert %s: %s', (_, __, code, patch) => {
  const file = fileOf({ need: 1, ...patch.file });
  const expert = expertOf({ id: 7, ...patch.expert });
  const conflicts = patch.severity ? [{ file: file.id, expert: 7, severity: patch.severity }] : [];
  for (const mode of modes) {
    const params = paramsOf({ mode, limits: limits(patch.limits ?? {}), ...patch.params });
    const selection: Selection = { files: [file], experts: [expert], conflicts, params };
    expect(createExclusion(selection)(0, 0)?.code ?? null, mode).toBe(code);
    expect(run(selection).pairs, mode).toHaveLength(code === null ? 1 : 0);
  }
});

/** Experts with these subjects, each from a different school. */
const expertsOf = (count: number, code: string, from: number, province = '北京市') =>
  Array.from({ length: count }, (_, at) =>
    expertOf({ id: from + at, schoolId: from + at, province, subjects: [pathOfCode('under', code)] }),
  );
const near = (count: number, from: number, province?: string) => expertsOf(count, '080901', from, province);
const drawOf = (patch: Partial<Selection>, params: Partial<SelectionParams> = {}) =>
  run({
    files: [fileOf({ need: 1 })],
    experts: [],
    conflicts: [],
    ...patch,
    params: paramsOf({ mode: 'draw', ...params }),
  });

it('rule 7: all members of the urn have the same chance', () => {
  const experts = near(6, 10);
  const counts = experts.map(() => 0);
  for (let at = 0; at < 3000; at += 1)
    counts[drawOf({ experts }, { seed: seedOf(at) }).pairs[0]!.expert]! += 1;
  // 3000 / 6 = 500; five standard deviations are 102.
  for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(102);
});

describe.each(modes)('%s', (mode) => {
  const of = (file: Partial<SelectionFile>, experts: SelectionExpert[], set: Limits = {}) =>
    run({ files: [fileOf(file)], experts, conflicts: [], params: paramsOf({ mode, limits: limits(set) }) });

  it.each([
    [3, 9, 3],
    [5, 9, 5],
    [5, 4, 4],
  ])('rule 31: a file that needs %i of %i gets %i, each another', (need, count, got) => {
    const { pairs, missing } = of({ need }, near(count, 10));
    expect(new Set(pairs.map(({ expert }) => expert)).size).toBe(got);
    expect([pairs.length, missing]).toEqual([got, need - got]);
  });

  /** A project in 北京市 with this many earlier experts of each kind, and enough candidates of both. */
  it.each<[need: number, home: number, away: number, least: number, others: number]>([
    [3, 0, 0, 0, 0],
    [3, 0, 0, 2, 2],
    [3, 0, 0, 3, 3],
    // Filled in part: those from before count, in both directions.
    [1, 1, 1, 1, 0],
    [1, 2, 0, 1, 1],
    [2, 0, 1, 1, 0],
    [2, 1, 0, 2, 2],
    [1, 2, 0, 2, 1],
  ])(
    'rule 34: a file that needs %i more beside %i own and %i others, of whom %i others, gets at least %i',
    (need, home, away, least, others) => {
      const held = [...near(home, 10), ...near(away, 20, '河北省')];
      const experts = [...held, ...near(6, 30), ...near(6, 50, '河北省')];
      const file = { need, held: held.map(({ id }) => id) };
      const { pairs, missing } = of(file, experts, { F2: { least } });
      const outside = pairs.filter(({ expert }) => experts[expert]!.province === '河北省');
      expect(outside.length).toBeGreaterThanOrEqual(others);
      // Earlier experts of the project are not drawn again.
      expect(pairs.every(({ expert }) => expert >= held.length)).toBe(true);
      expect([pairs.length, missing]).toEqual([need, 0]);
      // Without experts of other provinces exactly the places reserved for them stay empty.
      const alone = of(
        file,
        experts.filter(({ id, province }) => province !== '河北省' || Number(id) < 30),
        { F2: { least } },
      );
      expect(alone.missing).toBe(others);
    },
  );

  it('rule 17: only one expert of a school gets a project, earlier experts included', () => {
    const held = expertOf({ id: 1, schoolId: 9 });
    const experts = [held, expertOf({ id: 2, schoolId: 9 }), expertOf({ id: 3, schoolId: 8 })];
    const { pairs, missing } = of({ need: 2, held: [1] }, experts, { F3: { most: 1 } });
    expect(pairs.map(({ expert }) => experts[expert]!.id)).toEqual([3]);
    expect(missing).toBe(1);
    expect(of({ need: 2, held: [1] }, experts, { F3: { most: 2 } }).missing).toBe(0);
  });

  it('rule 36: earlier projects are counted once', () => {
    const own = { id: 1, cap: 2, openLoad: 1 };
    const files = [
      fileOf({ id: 1, need: 1, held: [1] }),
      fileOf({ id: 2, need: 1 }),
      fileOf({ id: 3, need: 1 }),
    ];
    const { pairs, missing } = run({
      files,
      experts: [expertOf(own)],
      conflicts: [],
      params: paramsOf({ mode }),
    });
    expect(pairs).toHaveLength(1);
    expect(pairs[0]!.file).toBeGreaterThan(0);
    expect(missing).toBe(2);
  });
});

describe('rule 38', () => {
  it('the specialty falls back only as far as the urn needs it', () => {
    const experts = [...near(2, 10), ...expertsOf(9, '080902', 20), ...expertsOf(9, '080703', 40)];
    const ringsOf = (urnFactor: number) => {
      const rings = new Set<number>();
      for (let at = 0; at < 60; at += 1)
        rings.add(drawOf({ experts }, { urnFactor, seed: seedOf(at) }).pairs[0]!.parts.ring);
      return [...rings].sort((a, b) => a - b);
    };
    expect(ringsOf(1)).toEqual([0]);
    expect(ringsOf(3)).toEqual([0, 1]);
    expect(ringsOf(12)).toEqual([0, 1, 2]);
  });
});
