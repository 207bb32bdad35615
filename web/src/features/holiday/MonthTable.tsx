import type { SpecialDay } from '@zhiping/shared/contracts/holiday.ts';
import { isWeekend, weekdayOf } from '@zhiping/shared/rules/holiday/working-days.ts';
import { memo } from 'react';
import { inWords, weekdays, weeksOf } from './year-grid.ts';

type Days = ReadonlyMap<string, SpecialDay>;

const MARKS = { off: '休', work: '班' };

const isFree = (day: string, special: SpecialDay | undefined) =>
  special ? special.kind === 'off' : isWeekend(day);

const describe = (day: string, special: SpecialDay | undefined) =>
  [
    `${inWords(day)}星期${weekdays[weekdayOf(day) - 1]}`,
    isFree(day, special) ? '休息' : '工作日',
    special?.name,
    special?.origin === 'office' && '已更正',
  ]
    .filter(Boolean)
    .join('，');

const classOf = (day: string, special: SpecialDay | undefined, today: string) =>
  [
    'calendar-day',
    isFree(day, special) && 'calendar-free',
    special?.kind === 'work' && 'calendar-swapped',
    special?.origin === 'office' && 'calendar-corrected',
    day === today && 'calendar-today',
  ]
    .filter(Boolean)
    .join(' ');

type DayProps = {
  day: string;
  special: SpecialDay | undefined;
  today: string;
  isReached: boolean | undefined;
};

/** `isReached` marks the day in the tab order; if undefined, the day is read-only. */
const Day = ({ day, special, today, isReached }: DayProps) => {
  const number = Number(day.slice(8));
  const mark = special && MARKS[special.kind];
  const shared = {
    className: classOf(day, special, today),
    title: special?.name,
    'aria-current': day === today ? ('date' as const) : undefined,
  };
  return isReached === undefined ? (
    <span {...shared}>
      {number}
      {mark && <span className="calendar-mark">{mark}</span>}
    </span>
  ) : (
    <button
      type="button"
      {...shared}
      data-day={day}
      tabIndex={isReached ? 0 : -1}
      aria-label={describe(day, special)}
    >
      {number}
      {/* Decorative: the name of the button says the same in words. */}
      {mark && <span className="calendar-mark" data-mark={mark} />}
    </button>
  );
};

type Props = {
  year: number;
  month: number;
  days: Days;
  today: string;
  workingDays: number;
  isEditable: boolean;
  /** The day in the tab order; only the month that contains it has one. */
  reached: string | undefined;
};

const Month = ({ year, month, days, today, workingDays, isEditable, reached }: Props) => (
  <table className="calendar-month">
    <caption>
      {month} 月 <span className="soft small">{workingDays} 个工作日</span>
    </caption>
    <thead>
      <tr>
        {weekdays.map((weekday) => (
          <th key={weekday} scope="col">
            {weekday}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeksOf(year, month).map((week) => (
        <tr key={week.find(Boolean)}>
          {week.map((day, weekday) => (
            <td key={day ?? weekdays[weekday]}>
              {day && (
                <Day
                  day={day}
                  special={days.get(day)}
                  today={today}
                  isReached={isEditable ? day === reached : undefined}
                />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Memoized: moving by keyboard changes at most two months. */
export const MonthTable = memo(Month);
