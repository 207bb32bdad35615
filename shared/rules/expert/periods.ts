/** Problems of typed periods. Days are texts yyyy-MM-dd; incomplete rows are ignored. */

export type RowProblem = { row: number; field: string; message: string };

type Absence = { fromDay?: string | null | undefined; toDay?: string | null | undefined };
type Employment = {
  orgName?: string | null | undefined;
  post?: string | null | undefined;
  fromYear?: number | null | undefined;
  toYear?: number | null | undefined;
};

const YEARS_AHEAD = 3;

/** The same day some years later or earlier; there is no such 29 February, but as a limit the text serves. */
export const yearsAfter = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

/** The first row before this one that has to do with it. */
const findEarlier = <T>(rows: readonly T[], at: number, touches: (one: T) => boolean) =>
  rows.findIndex((one, index) => index < at && touches(one));

const meet = (a: Absence, b: Absence) =>
  Boolean(a.fromDay && a.toDay && b.fromDay && b.toDay && a.fromDay <= b.toDay && b.fromDay <= a.toDay);

/** Absences must not overlap. */
export const absenceProblems = (rows: readonly Absence[]): RowProblem[] =>
  rows.flatMap((absence, row) => {
    if (absence.fromDay && absence.toDay && absence.toDay < absence.fromDay)
      return [{ row, field: 'toDay', message: '结束日期不能早于开始日期' }];
    const earlier = findEarlier(rows, row, (one) => meet(one, absence));
    return earlier < 0 ? [] : [{ row, field: 'fromDay', message: `与第 ${earlier + 1} 段时间重叠` }];
  });

/** Absences declared by experts must lie around today: a wrong year must not take them out of the pool for decades. */
export const ownAbsenceProblems = (rows: readonly Absence[], today: string): RowProblem[] => {
  const [first, last] = [yearsAfter(today, -YEARS_AHEAD), yearsAfter(today, YEARS_AHEAD)];
  return [
    ...rows.flatMap(({ fromDay, toDay }, row): RowProblem[] => {
      if (fromDay && fromDay < first)
        return [{ row, field: 'fromDay', message: `开始日期不能早于 ${first}` }];
      if (toDay && toDay < today) return [{ row, field: 'toDay', message: '结束日期已过，不需要登记' }];
      return toDay && toDay > last ? [{ row, field: 'toDay', message: `结束日期不能晚于 ${last}` }] : [];
    }),
    ...absenceProblems(rows),
  ];
};

const sameYears = (a: Employment, b: Employment) =>
  Boolean(a.fromYear && b.fromYear) &&
  a.fromYear! <= (b.toYear || Infinity) &&
  b.fromYear! <= (a.toYear || Infinity);

/** Several posts at a time are common, the same one twice is a slip. */
export const employmentProblems = (rows: readonly Employment[], thisYear: number): RowProblem[] =>
  rows.flatMap((employment, row): RowProblem[] => {
    const { orgName, post, fromYear, toYear } = employment;
    if (fromYear && fromYear > thisYear) return [{ row, field: 'fromYear', message: '起始年份不能晚于今年' }];
    if (toYear && toYear > thisYear)
      return [{ row, field: 'toYear', message: '结束年份不能晚于今年，仍在任职请留空' }];
    if (fromYear && toYear && toYear < fromYear)
      return [{ row, field: 'toYear', message: '结束年份不能早于起始年份' }];
    const earlier = findEarlier(
      rows,
      row,
      (one) => one.orgName === orgName && (one.post || null) === (post || null) && sameYears(one, employment),
    );
    return orgName && earlier >= 0 ? [{ row, field: 'orgName', message: `与第 ${earlier + 1} 条重复` }] : [];
  });
