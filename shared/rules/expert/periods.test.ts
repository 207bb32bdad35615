import { describe, expect, test } from 'vitest';
import { absenceProblems, employmentProblems, ownAbsenceProblems, yearsAfter } from './periods.ts';

const absent = (fromDay: string, toDay: string) => ({ fromDay, toDay });
const today = '2026-06-15';

describe('absences', () => {
  test('follow each other without meeting', () =>
    expect(absenceProblems([absent('2026-07-01', '2026-07-10'), absent('2026-07-11', '2026-07-20')])).toEqual(
      [],
    ));

  test.each([
    ['end before they begin', [absent('2026-07-02', '2026-07-01')], 0, 'toDay', '结束日期不能早于开始日期'],
    [
      'meet on one day',
      [absent('2026-07-10', '2026-07-20'), absent('2026-07-01', '2026-07-10')],
      1,
      'fromDay',
      '与第 1 段时间重叠',
    ],
    [
      'lie within another',
      [
        absent('2026-01-01', '2026-01-02'),
        absent('2026-07-01', '2026-07-31'),
        absent('2026-07-05', '2026-07-06'),
      ],
      2,
      'fromDay',
      '与第 2 段时间重叠',
    ],
  ])('that %s are refused', (_, rows, row, field, message) =>
    expect(absenceProblems(rows)).toEqual([{ row, field, message }]),
  );

  test('that are not filled in yet wait', () => {
    expect(absenceProblems([{}, { fromDay: '2026-07-01' }, { toDay: null }])).toEqual([]);
    expect(ownAbsenceProblems([{}], today)).toEqual([]);
  });

  test.each([
    ['is over', absent('2026-06-01', '2026-06-14'), 'toDay', '结束日期已过，不需要登记'],
    ['began long ago', absent('0206-06-01', '2026-07-01'), 'fromDay', '开始日期不能早于 2023-06-15'],
    ['ends decades ahead', absent('2026-07-01', '2062-07-01'), 'toDay', '结束日期不能晚于 2029-06-15'],
  ])('one’s own that %s is refused', (_, row, field, message) =>
    expect(ownAbsenceProblems([row], today)).toEqual([{ row: 0, field, message }]),
  );

  test('one’s own may begin today, end today, or run for three years', () => {
    for (const row of [
      absent(today, today),
      absent('2026-06-01', today),
      absent(today, yearsAfter(today, 3)),
    ])
      expect(ownAbsenceProblems([row], today)).toEqual([]);
  });
});

describe('employment', () => {
  const at = (
    orgName: string,
    fromYear: number,
    toYear: number | null = null,
    post: string | null = null,
  ) => ({
    orgName,
    post,
    fromYear,
    toYear,
  });

  test('may overlap at different places and in different posts', () =>
    expect(
      employmentProblems([at('甲大学', 2000), at('乙所', 2010), at('甲大学', 2012, null, '院长')], 2026),
    ).toEqual([]));

  test('in the same post may end and begin anew', () =>
    expect(employmentProblems([at('甲大学', 2000, 2004), at('甲大学', 2006)], 2026)).toEqual([]));

  test.each([
    ['begins next year', [at('甲大学', 2027)], 0, 'fromYear', '起始年份不能晚于今年'],
    ['ends next year', [at('甲大学', 2020, 2027)], 0, 'toYear', '结束年份不能晚于今年，仍在任职请留空'],
    ['ends before it begins', [at('甲大学', 2020, 2019)], 0, 'toYear', '结束年份不能早于起始年份'],
    ['stands twice', [at('甲大学', 2000), at('甲大学', 2005, 2006)], 1, 'orgName', '与第 1 条重复'],
  ])('that %s is refused', (_, rows, row, field, message) =>
    expect(employmentProblems(rows, 2026)).toEqual([{ row, field, message }]),
  );

  test('that is not filled in yet waits', () => expect(employmentProblems([{}, {}], 2026)).toEqual([]));
});
