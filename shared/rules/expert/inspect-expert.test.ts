import { describe, expect, test } from 'vitest';
import { ageOn, daysBetween, eligibleFor, type ExpertFacts, inspectExpert } from './inspect-expert.ts';

const clean: ExpertFacts = {
  today: '2026-06-01',
  idCard: '110105197001020017',
  birthDate: '1970-01-02',
  gender: '男',
  phone: '13900000001',
  email: 'a@example.edu.cn',
  lookalikes: 0,
  school: { name: '清华大学', enabled: true },
  subjects: [{ name: '计算机科学与技术', isCurrent: true }],
  titleSeries: '1',
  titleLevel: 'fullSenior',
  titleName: '教授',
  isKnownTitle: true,
  retired: false,
  accepted: true,
  enabled: true,
  confirmed: true,
  termEndsAt: '2028-06-01',
  rating: 3,
  absentUntil: null,
  nextAbsence: null,
  hasChange: false,
};

test('an expert with whom all is well may be drawn, and every check says so', () => {
  const { drawable, checks } = inspectExpert(clean);
  expect(drawable).toBe(true);
  expect(checks.filter(({ level }) => level !== 'ok')).toEqual([]);
  expect(checks).toHaveLength(12);
  for (const { message } of checks) expect(message).toMatch(/[一-鿿]/);
});

test('an absence that is far off does not matter yet', () => {
  const { checks } = inspectExpert({ ...clean, nextAbsence: { fromDay: '2026-07-02', toDay: '2026-07-10' } });
  expect(checks.find(({ code }) => code === 'AVAILABLE')?.level).toBe('ok');
});

describe('finds', () => {
  test.each<[string, Partial<ExpertFacts>, string, 'warn' | 'block']>([
    ['no identity number', { idCard: null }, 'ID_MISSING', 'block'],
    ['a wrong check character', { idCard: '110105197001020016' }, 'ID_CHECKSUM', 'block'],
    ['another birth date', { birthDate: '1970-01-03' }, 'ID_BIRTH_DATE', 'warn'],
    ['another gender', { gender: '女' }, 'ID_GENDER', 'warn'],
    ['somebody alike', { lookalikes: 2 }, 'DUPLICATE', 'warn'],
    ['no phone', { phone: null }, 'PHONE_MISSING', 'block'],
    ['a wrong phone', { phone: '12345' }, 'PHONE_FORM', 'block'],
    ['no e-mail', { email: null }, 'EMAIL_MISSING', 'warn'],
    ['no school', { school: null }, 'SCHOOL_MISSING', 'block'],
    ['a disabled school', { school: { name: '甲', enabled: false } }, 'SCHOOL_DISABLED', 'warn'],
    ['no subject', { subjects: [] }, 'SUBJECT_MISSING', 'block'],
    ['only obsolete subjects', { subjects: [{ name: '甲', isCurrent: false }] }, 'SUBJECT_OBSOLETE', 'block'],
    [
      'one obsolete subject',
      {
        subjects: [
          { name: '甲', isCurrent: false },
          { name: '乙', isCurrent: true },
        ],
      },
      'SUBJECT_OBSOLETE',
      'warn',
    ],
    ['no title', { titleLevel: null }, 'TITLE_MISSING', 'block'],
    ['a title below the senior ones', { titleLevel: 'middle' }, 'TITLE_LEVEL', 'block'],
    ['an unknown title name', { isKnownTitle: false }, 'TITLE_NAME', 'warn'],
    ['retirement', { retired: true }, 'RETIRED', 'warn'],
    ['an age', { today: '2035-01-02', termEndsAt: '2036-01-01' }, 'AGE', 'warn'],
    ['a proposal', { accepted: false, enabled: false }, 'PROPOSED', 'block'],
    ['a disabled expert', { enabled: false }, 'DISABLED', 'block'],
    ['an unconfirmed one', { confirmed: false, termEndsAt: null }, 'UNCONFIRMED', 'block'],
    ['a term that is over', { termEndsAt: '2026-05-31' }, 'TERM_EXPIRED', 'block'],
    ['a term that ends soon', { termEndsAt: '2026-08-29' }, 'TERM_ENDING', 'warn'],
    ['a rating of 0', { rating: 0 }, 'RATING_ZERO', 'block'],
    ['a rating of 1', { rating: 1 }, 'RATING_LOW', 'warn'],
    [
      'an absence that is near',
      { nextAbsence: { fromDay: '2026-07-01', toDay: '2026-07-10' } },
      'UNAVAILABLE_SOON',
      'warn',
    ],
    ['an absence', { absentUntil: '2026-06-01' }, 'UNAVAILABLE', 'block'],
    ['a change that waits', { hasChange: true }, 'CHANGE_WAITING', 'warn'],
  ])('%s', (_, change, code, level) => {
    const { drawable, checks } = inspectExpert({ ...clean, ...change });
    expect(checks.find((check) => check.code === code)?.level).toBe(level);
    expect(drawable).toBe(level !== 'block');
  });
});

test('the last day of a term still counts', () => {
  const { drawable } = inspectExpert({ ...clean, termEndsAt: '2026-06-01' });
  expect(drawable).toBe(true);
});

test('a reader without access to the rating cannot infer it from the result', () => {
  const { drawable, checks } = inspectExpert({ ...clean, rating: null });
  expect(drawable).toBe(true);
  expect(checks.some(({ code }) => code.startsWith('RATING'))).toBe(false);
});

test('ages and days', () => {
  expect([ageOn('2026-01-01', '1970-01-02'), ageOn('2026-01-02', '1970-01-02')]).toEqual([55, 56]);
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
});

test('an expert reviews in the own series up to the own level', () => {
  expect(eligibleFor({ titleSeries: '1', titleLevel: 'associateSenior' })).toEqual([
    { titleSeries: '1', maxLevel: 'associateSenior' },
  ]);
  expect(eligibleFor({ titleSeries: '1', titleLevel: 'middle' })).toEqual([]);
});
