import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { holidayApi } from '@zhiping/shared/contracts/holiday.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { useId, useState } from 'react';
import { DayInput } from '../../kit/form/DayInput.tsx';
import { isDay } from '../../kit/form/typed-day.ts';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { Failed } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';

const PUBLICITY_DAYS = 5;

/** Computes when a number of working days has passed. */
export const PeriodForm = () => {
  const [dayId, countId] = [useId(), useId()];
  const [day, setDay] = useState(() => formatDateTime(new Date()).slice(0, 10));
  const [workingDays, setWorkingDays] = useState<number | null>(PUBLICITY_DAYS);
  const { data, error, refetch } = useQuery({
    ...reading(holidayApi.period, { query: { day, workingDays: workingDays ?? PUBLICITY_DAYS } }),
    enabled: isDay(day) && workingDays !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="calendar-period">
        <label htmlFor={dayId}>起始日期</label>
        <DayInput id={dayId} value={day} onChange={setDay} />
        <label htmlFor={countId}>工作日数</label>
        <NumberInput
          id={countId}
          min={1}
          max={250}
          precision={0}
          value={workingDays}
          onChange={setWorkingDays}
        />
      </div>
      {error && <Failed what="工作日" error={error} onRetry={() => void refetch()} />}
      {data && !error && (
        <output className="calendar-result">
          <span>
            公示（首日计入）：至 <strong>{data.inclusive.end}</strong>
          </span>
          <span>
            期限（当日不计）：至 <strong>{data.after.end}</strong>
          </span>
          {!data.isPublished && (
            <span className="soft small">其中有的年份放假安排尚未公布，届时可能变化。</span>
          )}
        </output>
      )}
    </>
  );
};
