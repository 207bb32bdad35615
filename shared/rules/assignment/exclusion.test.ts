import { describe, expect, it, test } from 'vitest';
import { pathOfCode } from '../subject/path.ts';
import { createPairRows } from './pair-rows.ts';
import { runSelection } from './run-selection.ts';
import { limitsOf, type Selection, type SelectionExpert, type SelectionParams } from './selection.ts';
import { expertOf, fileOf, paramsOf, randomSelection } from './testing/random-selection.ts';
import { countAvoided, createExclusion } from './exclusion.ts';

const run = (selection: Selection) => {
  const ran = runSelection(selection);
  if ('errors' in ran) throw new Error(ran.errors.join('；'));
  return ran.result;
};
const limits = (code: string, values: Record<string, unknown>) =>
  limitsOf((rule) => (rule.code === code ? { values } : {}));

describe('reasons why an expert cannot get a project', () => {
  test.each<[string, Partial<SelectionExpert>, string | null, Partial<SelectionParams>?]>([
    ['nothing', {}, null],
    ['his own cycle (rule 17)', { isApplicant: true }, '本批次申报人'],
    ['disabled', { isEnabled: false }, '已停用或暂不能参加评审'],
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
    expect(createExclusion(selection)(0, 0)?.words ?? null).toBe(words);
    expect(createPairRows(selection).fill(0).length).toBe(words === null ? 1 : 0);
  });

  it('names the conflict, and lets warnings pass at a price', () => {
    const conflict = { file: 1, expert: 1, words: '同一课题组' };
    const base = { files: [fileOf()], experts: [expertOf()], params: paramsOf({ mode: 'optimise' }) };
    const blocked = { ...base, conflicts: [{ ...conflict, severity: 'block' as const }] };
    expect(createExclusion(blocked)(0, 0)).toEqual({ code: 'conflict', words: '存在回避情形：同一课题组' });
    const warned = { ...base, conflicts: [{ ...conflict, severity: 'warn' as const }] };
    expect(createExclusion(warned)(0, 0)).toBeNull();
    expect(run(warned).pairs[0]!.parts).toMatchObject({ match: 10_000, warning: 2000, rating: 0, load: 75 });
  });

  it('says the same as the candidates do, for every pair', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const plain = randomSelection(seed, {
        isSameSeriesOnly: seed % 3 === 0,
        widestRing: seed % 4,
        leastMatch: seed % 5 === 0 ? 70 : 0,
      });
      const [file, expert] = [plain.files.at(-1)!, plain.experts.at(-1)!];
      const selection = { ...plain, locks: file.need > 0 ? [{ file: file.id, expert: expert.id }] : [] };
      const whyNot = createExclusion(selection);
      const rows = createPairRows(selection);
      for (const file of selection.files.keys()) {
        const { length, expert } = rows.fill(file);
        const allowed = [...selection.experts.keys()].filter((one) => whyNot(file, one) === null);
        expect([...expert.subarray(0, length)], `seed ${seed}`).toEqual(allowed);
      }
    }
  });
});

test.each<[string, object, Partial<SelectionExpert>, number]>([
  ['an expert who could have had the file', {}, {}, 1],
  ['a warning', { severity: 'warn' }, {}, 0],
  ['whoever had the file before', { words: '曾被更换' }, {}, 0],
  ['somebody who may not review', {}, { isEnabled: false }, 0],
  ['a level too low', {}, { level: 'middle' }, 0],
  ['another subject', {}, { subjects: [pathOfCode('under', '030101')] }, 0],
  ['a file that is not there', { file: 9 }, {}, 0],
])('a conflict of %s is counted as avoided or not', (_, conflict, patch, count) => {
  const conflicts = [{ file: 1, expert: 1, severity: 'block' as const, ...conflict }];
  const selection = { files: [fileOf()], experts: [expertOf(patch)], conflicts, params: paramsOf() };
  expect(countAvoided(selection)).toBe(count);
});
