import { Input, type InputProps } from 'antd';
import { useState } from 'react';
import type { Amount } from '@zhiping/shared/rules/project-form/read-amount.ts';

type Props = Omit<InputProps, 'value' | 'onChange' | 'suffix'> & {
  value: Amount | null;
  /** Understands a typed amount, as a cell of a sheet. */
  read: (typed: string) => Amount;
  onChange: (value: Amount | null) => void;
};

/** An amount of money. Another unit may be typed; what that is in 万元 shows when the field is left. */
export const AmountInput = ({ value, read, onChange, ...input }: Props) => {
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      {...input}
      autoComplete="off"
      value={typed ?? value ?? ''}
      // Never without one: antd would draw another input, without the focus.
      suffix={typeof value === 'string' ? <span /> : '万元'}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value.trim() ? read(target.value) : null);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
};
