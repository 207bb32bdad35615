import type { InputProps } from 'antd';
import { DayInput } from './DayInput.tsx';

type Props = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  label: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  /** The time for which a day without a time stands: the first second for a begin, the last second for an end. */
  ofDay?: '00:00:00' | '23:59:59';
};

const TO_THE_MINUTE = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;
const WHOLE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d):\d\d$/;

const fromWire = (value: string, ofDay: string | undefined) => {
  const [, day, time] = WHOLE.exec(value) ?? [];
  if (!day) return value;
  return value === `${day} ${ofDay}` ? day : `${day} ${time}`;
};
const toWire = (text: string) => (TO_THE_MINUTE.test(text) ? `${text}:00` : text || null);

/** Input of a point in time in Asia/Shanghai, in the format of the API. */
export const MomentInput = ({ label, value, onChange, ofDay, ...input }: Props) => (
  <DayInput
    {...input}
    withTime
    aria-label={label}
    value={value ? fromWire(value, ofDay) : ''}
    onChange={(text) => onChange?.(toWire(text))}
  />
);
