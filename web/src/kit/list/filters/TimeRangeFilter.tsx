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
  /** Time field of the rows. */
  name?: Name;
  /** Label of the field; not needed for the time of an event. */
  label?: string;
};

// Stand for an open end: earlier and later than all stored times.
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

/** Sets the filter when the text is a valid day or empty; other text is discarded on blur. */
const DayField = ({
  day = '',
  label,
  onChange,
  ...limits
}: EndProps & { onChange: (day?: string) => void }) => {
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
 * Filters from the begin of one day to the end of another; either end may be open. A link may set other times of day,
 * which are then shown.
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
      <DayField label={`${words}从`} day={from} {...(to && { max: to })} onChange={(day) => set(day, to)} />
      <span aria-hidden>至</span>
      <DayField
        label={`${words}到`}
        day={to}
        {...(from && { min: from })}
        onChange={(day) => set(from, day)}
      />
      {!isWholeDays && (
        <span className="time-range-exact">
          {timeOf(start)} 至 {timeOf(end)}
        </span>
      )}
    </div>
  );
};
