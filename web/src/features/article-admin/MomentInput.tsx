import { Input, type InputProps } from 'antd';

type Props = Omit<InputProps, 'value' | 'onChange' | 'type'> & {
  label: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
};

/** A time of Asia/Shanghai as it goes over the wire, by the picker of the browser. */
export const MomentInput = ({ label, value, onChange, ...input }: Props) => (
  <Input
    {...input}
    type="datetime-local"
    aria-label={label}
    value={value ? value.slice(0, 16).replace(' ', 'T') : ''}
    onChange={({ target }) => onChange?.(target.value ? `${target.value.replace('T', ' ')}:00` : null)}
  />
);
