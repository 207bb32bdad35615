import type { InputProps } from 'antd';
import { DayInput } from './DayInput.tsx';

type Props = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  label: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  /** A day alone stands for this time of it: the first second of what begins, the last of what ends. */
  ofDay?: '00:00:00' | '23:59:59';
};

const TO_THE_MINUTE = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;
const WHOLE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d):\d\d$/;

const ofWire = (value: string, ofDay: string | undefined) => {
  const [, day, time] = WHOLE.exec(value) ?? [];
  if (!day) return value;
  return value === `${day} ${ofDay}` ? day : `${day} ${time}`;
};
const toWire = (text: string) => (TO_THE_MINUTE.test(text) ? `${text}:00` : text || null);

/** A time of Asia/Shanghai as it goes over the wire. */
export const MomentInput = ({ label, value, onChange, ofDay, ...input }: Props) => (
  <DayInput
    {...input}
    withTime
    aria-label={label}
    value={value ? ofWire(value, ofDay) : ''}
    onChange={(text) => onChange?.(toWire(text))}
  />
);
