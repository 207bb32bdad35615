import type { WorkingYear } from '@zhiping/shared/contracts/holiday.ts';
import { countWorkingDays, dayAfter } from '@zhiping/shared/rules/holiday/working-days.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { MonthTable } from './MonthTable.tsx';
import { dayByKey } from './year-grid.ts';

type Props = {
  calendar: WorkingYear;
  /** Called with a chosen day; undefined makes the calendar read-only. */
  onChoose: ((day: string) => void) | undefined;
};

const months = Array.from({ length: 12 }, (_, index) => index + 1);

/** First and last day of a month. */
const rangeOf = (year: number, month: number): [string, string] => {
  const firstOf = (number: number) => `${year}-${String(number).padStart(2, '0')}-01`;
  return [firstOf(month), month === 12 ? `${year}-12-31` : dayAfter(firstOf(month + 1), -1)];
};

/** Twelve months with a single tab stop and arrow keys. */
export const YearGrid = ({ calendar: { year, special }, onChoose }: Props) => {
  const grid = useRef<HTMLDivElement>(null);
  const today = formatDateTime(new Date()).slice(0, 10);
  const [moved, setMoved] = useState<string>();
  const days = useMemo(() => new Map(special.map((one) => [one.day, one])), [special]);
  const start = today.startsWith(`${year}-`) ? today : `${year}-01-01`;
  const reached = moved?.startsWith(`${year}-`) ? moved : start;

  const dayOf = ({ target }: { target: EventTarget }) =>
    (target as HTMLElement).closest<HTMLElement>('[data-day]')?.dataset['day'];
  const choose = (event: MouseEvent) => {
    const day = dayOf(event);
    if (day === undefined) return;
    setMoved(day);
    onChoose?.(day);
  };
  const move = (event: KeyboardEvent) => {
    const day = dayOf(event);
    const next = day && dayByKey(event.key, day);
    if (!next) return;
    event.preventDefault();
    setMoved(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the events of the buttons inside
    <div className="calendar-year" ref={grid} onClick={choose} onKeyDown={move}>
      {months.map((month) => {
        const range = rangeOf(year, month);
        return (
          <MonthTable
            key={month}
            {...{ year, month, days, today }}
            workingDays={countWorkingDays(...range, (day) => days.get(day)?.kind)}
            isEditable={onChoose !== undefined}
            reached={reached >= range[0] && reached <= range[1] ? reached : undefined}
          />
        );
      })}
    </div>
  );
};
