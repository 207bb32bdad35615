import type { InputProps } from 'antd';
import { DayInput } from '../../../kit/form/DayInput.tsx';

type Props = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  label: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
};

const TO_THE_MINUTE = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;
const WHOLE = /^(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d$/;

const ofWire = (value: string) => WHOLE.exec(value)?.[1] ?? value;
const toWire = (text: string) => (TO_THE_MINUTE.test(text) ? `${text}:00` : text || null);

/** A time of Asia/Shanghai as it goes over the wire. */
export const MomentInput = ({ label, value, onChange, ...input }: Props) => (
  <DayInput
    {...input}
    withTime
    aria-label={label}
    value={value ? ofWire(value) : ''}
    onChange={(text) => onChange?.(toWire(text))}
  />
);
