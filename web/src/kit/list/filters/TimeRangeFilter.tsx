import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { useState } from 'react';
import { DayInput } from '../../form/DayInput.tsx';
import { FilterChip, useIsChip } from './FilterChip.tsx';
import type { List } from '../list.ts';
import './time-range-filter.css';
import { isDay } from '../../form/typed-day.ts';

type Range = [Date, Date];
type Name = 'createTime' | 'updateTime';
type Props = {
  list: List<unknown> & { query: Partial<Record<Name, Range | undefined>> };
  /** Which time of its rows. */
  name?: Name;
  /** What the time is, where it is not that of an event. */
  label?: string;
};

// Ends that nobody chose: before and after everything that is stored.
const EARLIEST = '2000-01-01';
const LATEST = '2099-12-31';

const DAY_BEGINS = '00:00:00';
const DAY_ENDS = '23:59:59';

const timeOf = (moment: Date) => formatDateTime(moment).slice(11);

const dayOf = (moment: Date | undefined, open: string) => {
  const day = moment && formatDateTime(moment).slice(0, 10);
  return day === open ? undefined : day;
};

type EndProps = { label: string; day: string | undefined; min?: string; max?: string };

/** Filters by what is a day or nothing; anything else goes when the field is left. */
const End = ({ day = '', label, onChange, ...limits }: EndProps & { onChange: (day?: string) => void }) => {
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    if (text !== day && (text === '' || isDay(text))) onChange(text || undefined);
  };
  return (
    <DayInput
      {...limits}
      aria-label={label}
      value={typed ?? day}
      onChange={change}
      onBlur={() => setTyped(undefined)}
    />
  );
};

/**
 * From the begin of one day to the end of another. Either end may stay open. A link may
 * ask for other times than those of whole days, which are shown then.
 */
export const TimeRangeFilter = ({ list, name = 'createTime', label }: Props) => {
  const words = label ?? '时间';
  const [start, end] = list.query[name] ?? [];
  const [from, to] = [dayOf(start, EARLIEST), dayOf(end, LATEST)];

  const isWholeDays = !start || !end || (timeOf(start) === DAY_BEGINS && timeOf(end) === DAY_ENDS);

  const set = (first: string | undefined, last: string | undefined) =>
    list.set({
      [name]:
        first || last ? [`${first ?? EARLIEST} ${DAY_BEGINS}`, `${last ?? LATEST} ${DAY_ENDS}`] : undefined,
    });

  if (useIsChip()) {
    const days = start && end ? `${from ?? '不限'} 至 ${to ?? '不限'}` : undefined;
    return <FilterChip label={words} text={days} onRemove={() => set(undefined, undefined)} />;
  }
  return (
    <div className="time-range" role="group" aria-label={`${words}范围`}>
      {label && <span aria-hidden>{label}</span>}
      <End label={`${words}从`} day={from} {...(to && { max: to })} onChange={(day) => set(day, to)} />
      <span aria-hidden>至</span>
      <End label={`${words}到`} day={to} {...(from && { min: from })} onChange={(day) => set(from, day)} />
      {!isWholeDays && (
        <span className="time-range-exact">
          {timeOf(start)} 至 {timeOf(end)}
        </span>
      )}
    </div>
  );
};
