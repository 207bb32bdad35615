import { CalendarOutlined } from '@ant-design/icons';
import { Button, Input, type InputProps, type InputRef } from 'antd';
import { useRef } from 'react';
import './day-input.css';
import { isDay, normaliseDay } from './typed-day.ts';

type Props = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  value?: string | null;
  onChange?: (value: string) => void;
  /** Accepts a time of day as well. */
  withTime?: boolean;
};

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;

/** The value for the native date input, which logs a warning for an incomplete value. */
const nativeValueOf = (text: string, withTime: boolean) => {
  if (withTime) return MOMENT.test(text) ? text.replace(' ', 'T') : '';
  return isDay(text) ? text : '';
};

/**
 * A day, typed as 2026-11-22 or chosen in the calendar of the browser. Not a native date input: that shows days in the
 * order of the browser's language.
 */
export const DayInput = ({ value, onChange, withTime = false, min, max, onBlur, ...input }: Props) => {
  const field = useRef<InputRef>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const shown = value ?? '';
  const change = (text: string) => {
    if (text !== shown) onChange?.(text);
  };
  return (
    <Input
      autoComplete="off"
      placeholder={withTime ? '年-月-日 时:分' : '年-月-日'}
      maxLength={20}
      {...input}
      ref={field}
      className="day-input"
      value={shown}
      onChange={({ target }) => change(target.value)}
      onPressEnter={() => change(normaliseDay(shown))}
      onBlur={(event) => {
        change(normaliseDay(shown));
        onBlur?.(event);
      }}
      suffix={
        <>
          <Button
            type="text"
            size="small"
            icon={<CalendarOutlined />}
            aria-label="打开日历"
            onClick={() => calendar.current?.showPicker()}
          />
          <input
            ref={calendar}
            className="day-calendar"
            type={withTime ? 'datetime-local' : 'date'}
            tabIndex={-1}
            aria-hidden
            value={nativeValueOf(shown, withTime)}
            min={min}
            max={max}
            onChange={({ target }) => {
              change(target.value.replace('T', ' '));
              // The native calendar closes when a day is chosen, but stays open to choose a time.
              if (!withTime) field.current?.focus();
            }}
          />
        </>
      }
    />
  );
};
