import { drawWitness } from './draw-witness.ts';
import { describe, expect, test } from 'vitest';
import { answerScale } from './answer-scale.ts';
import { committeeFiling } from './committee-filing.ts';
import { coolDown } from './cool-down.ts';
import { expertCommitment } from './expert-commitment.ts';
import { expertIntegrity } from './expert-integrity.ts';
import { expertLevel } from './expert-level.ts';
import { expertLoad } from './expert-load.ts';
import { expertTerm } from './expert-term.ts';
import { expertUsable } from './expert-usable.ts';
import { expertsPerFile } from './experts-per-project.ts';
import { externalResult } from './external-result.ts';
import type { ExpertFacts, Opinion } from './facts.ts';
import { oneOfASchool } from './one-of-a-school.ts';
import { opinionValidity } from './opinion-validity.ts';
import { otherProvinces } from './other-provinces.ts';
import { outsideShare } from './outside-share.ts';
import { evaluateRule, type Level, type ReviewRule } from './rule.ts';

const expert: ExpertFacts = {
  today: '2026-09-10',
  titleLevel: 'fullSenior',
  targetLevel: 'fullSenior',
  isRetired: false,
  isEnabled: true,
  isConfirmed: true,
  rating: 3,
  hasPhone: true,
  hasEmail: true,
  termStart: '2025-01-01',
  load: 3,
  lastDrawnDay: null,
  integrityRecords: [],
};
type Rows = [Partial<ExpertFacts>, Level, object?][];

const rows: [string, ReviewRule<'expert'>, Rows][] = [
  [
    'E1 term',
    expertTerm,
    [
      [{ termStart: '2023-09-10' }, 'ok'],
      [{ termStart: '2023-09-11' }, 'ok'],
      [{ termStart: '2023-09-09' }, 'block'],
      [{ termStart: null }, 'block'],
      [{ termStart: '2024-09-09' }, 'block', { years: 2 }],
    ],
  ],
  [
    'E2 level',
    expertLevel,
    [
      [{}, 'ok'],
      [{ targetLevel: 'associateSenior' }, 'ok'],
      [{ titleLevel: 'associateSenior' }, 'block'],
      [{ titleLevel: 'associateSenior', targetLevel: 'associateSenior' }, 'ok'],
      [{ titleLevel: null }, 'block'],
      [{ isRetired: true }, 'warn'],
      [{ isRetired: true }, 'block', { retired: 'block' }],
      [{ isRetired: true }, 'ok', { retired: 'allow' }],
    ],
  ],
  [
    'E3 usable',
    expertUsable,
    [
      [{}, 'ok'],
      [{ isEnabled: false }, 'block'],
      [{ isConfirmed: false }, 'block'],
      [{ hasPhone: false }, 'block'],
      [{ hasEmail: false }, 'block'],
      [{ rating: 0 }, 'block'],
      [{ rating: 1 }, 'ok'],
      [{ rating: 2 }, 'block', { rating: 3 }],
      [{ rating: 3 }, 'ok', { rating: 3 }],
    ],
  ],
  [
    'E4 load',
    expertLoad,
    [
      [{ load: 20 }, 'ok'],
      [{ load: 21 }, 'warn'],
      [{ load: 60 }, 'warn'],
      [{ load: 61 }, 'block'],
      [{ load: 5 }, 'block', { advised: 3, most: 4 }],
    ],
  ],
  [
    'E5 cool-down',
    coolDown,
    [
      [{ lastDrawnDay: null }, 'ok'],
      [{ lastDrawnDay: '2026-08-10' }, 'ok'],
      [{ lastDrawnDay: '2026-08-11' }, 'ok'],
      [{ lastDrawnDay: '2026-08-12' }, 'block'],
      [{ lastDrawnDay: '2026-09-10' }, 'ok', { days: 0 }],
    ],
  ],
  [
    'C4 integrity',
    expertIntegrity,
    [
      [{}, 'ok'],
      [{ integrityRecords: [{ since: '2023-09-10', reason: '收受礼品' }] }, 'block'],
      [{ integrityRecords: [{ since: '2023-09-09', reason: '收受礼品' }] }, 'ok'],
    ],
  ],
];
describe.each(rows)('%s', (_, rule, cases) => {
  test.each(cases)('%j: %s', (patch, level, values = {}) => {
    const setting = { values: values as Record<string, unknown> };
    expect(evaluateRule(rule, { ...expert, ...patch }, setting).level).toBe(level);
  });
});

test('C2 nothing is opened before the commitment', () => {
  expect(evaluateRule(expertCommitment, { hasCommitment: false }).level).toBe('block');
  expect(evaluateRule(expertCommitment, { hasCommitment: true }).level).toBe('ok');
});

const fileOf = (...experts: [schoolId: number, province: string | null][]) => ({
  applicantProvince: '北京市',
  experts: experts.map(([schoolId, province]) => ({ schoolId, province })),
});
const [own, other, unknown] = ['北京市', '河北省', null];

describe('the experts of one project', () => {
  test.each<[number, Level, object?]>([
    [2, 'block'],
    [3, 'ok'],
    [4, 'block'],
    [4, 'ok', { isOdd: false }],
    [5, 'ok'],
    [3, 'block', { count: 5 }],
  ])('F1 %i experts: %s', (count, level, values = {}) => {
    const file = fileOf(...Array.from({ length: count }, (_, id): [number, string] => [id, own]));
    expect(evaluateRule(expertsPerFile, file, { values: values as Record<string, unknown> }).level).toBe(
      level,
    );
  });

  test.each<[number, Level]>([
    [0, 'ok'],
    [1, 'ok'],
    [2, 'block'],
  ])('F2 at least %i of other provinces: %s', (least, level) => {
    const file = fileOf([1, own], [2, other], [3, unknown]);
    expect(evaluateRule(otherProvinces, file, { values: { least } }).level).toBe(level);
  });

  test.each<[number, Level]>([
    [1, 'block'],
    [2, 'ok'],
    [3, 'ok'],
  ])('F3 at most %i of a school where two come from one: %s', (most, level) => {
    const file = fileOf([1, own], [1, own], [2, other]);
    expect(evaluateRule(oneOfASchool, file, { values: { most } }).level).toBe(level);
  });
});

describe('opinions', () => {
  const agree: Opinion = { conclusion: 'agree', grade: null };
  const disagree: Opinion = { conclusion: 'disagree', grade: null };
  const graded = (grade: Opinion['grade']): Opinion => ({ conclusion: null, grade });

  test.each<[string, Opinion[], Level, object?]>([
    ['none against', [agree, agree, agree], 'ok'],
    ['one against', [agree, agree, disagree], 'ok'],
    ['two against', [agree, disagree, disagree], 'block'],
    ['one against where none may be', [agree, agree, disagree], 'block', { most: 0 }],
    ['one missing', [agree, agree], 'warn'],
    ['lost before the last one is here', [disagree, disagree], 'block'],
    ['a D and a C', [graded('D'), graded('C'), graded('A')], 'ok'],
    ['two that count against', [graded('D'), graded('C'), graded('A')], 'block', { negative: ['C', 'D'] }],
  ])('R2 %s', (_, opinions, level, values = {}) => {
    const setting = { values: values as Record<string, unknown> };
    expect(evaluateRule(externalResult, { asked: 3, opinions }, setting).level).toBe(level);
  });

  test.each<[asked: number, returned: number, Level]>([
    [3, 3, 'ok'],
    [2, 2, 'warn'],
    [0, 0, 'warn'],
    [4, 4, 'ok'],
  ])('R2 of %i experts at a project that is to have three, %i opinions: %s', (asked, returned, level) => {
    const opinions = Array.from({ length: returned }, () => agree);
    const setting = { values: {} };
    expect(evaluateRule(externalResult, { asked, opinions, planned: 3 }, setting).level).toBe(level);
  });

  test('R2 says which grades there are and which of them count against', () => {
    const setting = { values: { negative: ['C', 'D'] } };
    const opinions = [graded('D'), graded('B'), graded('D')];
    expect(evaluateRule(externalResult, { asked: 3, opinions }, setting).message).toBe(
      '3 份中返回 3 份（B 良好 1 份、D 较差 2 份；C 一般、D 较差算不同意），不同意 2 份，至多 1 份不同意（本批次规则）',
    );
  });

  test.each<[Opinion, string, Level]>([
    [agree, 'conclusion', 'ok'],
    [agree, 'grade', 'block'],
    [graded('B'), 'grade', 'ok'],
    [graded('B'), 'conclusion', 'block'],
  ])('R1 %j answered by %s: %s', (opinion, scale, level) => {
    expect(evaluateRule(answerScale, { asked: 1, opinions: [opinion] }, { values: { scale } }).level).toBe(
      level,
    );
  });

  test.each<[number, Level]>([
    [2027, 'block'],
    [2026, 'ok'],
    [2025, 'ok'],
    [2024, 'block'],
  ])('R3 one of %i in the cycle of 2026: %s', (opinionYear, level) => {
    expect(evaluateRule(opinionValidity, { opinionYear, cycleYear: 2026 }).level).toBe(level);
  });
});

test.each<[string | null, Level]>([
  [null, 'block'],
  ['2023-09-09', 'block'],
  ['2023-09-10', 'warn'],
  ['2023-12-09', 'ok'],
  ['2023-12-08', 'warn'],
])('K1 a committee filed on %s: %s', (filedDay, level) => {
  expect(evaluateRule(committeeFiling, { filedDay, today: '2026-09-10' }).level).toBe(level);
});

test.each<[number, Level]>([
  [9, 'block'],
  [10, 'ok'],
  [11, 'ok'],
])('K2 %i of 100 experts from outside: %s', (outside, level) => {
  expect(evaluateRule(outsideShare, { experts: 100, outside }).level).toBe(level);
});

test.each([
  [true, false, 'ok'],
  [true, true, 'ok'],
  [false, true, 'ok'],
  [false, false, 'block'],
])('D1 witnessed %s, where it may go without a witness %s: %s', (isWitnessed, unwitnessed, level) => {
  expect(evaluateRule(drawWitness, { isWitnessed }, { values: { unwitnessed } }).level).toBe(level);
});
