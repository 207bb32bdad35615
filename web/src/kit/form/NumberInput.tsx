import { plainNumber } from '@zhiping/shared/schemas.ts';
import { InputNumber, type InputNumberProps } from 'antd';

type Props = Omit<InputNumberProps<number | string>, 'value' | 'onChange' | 'parser'> & {
  value?: number | null;
  onChange?: (value: number | null) => void;
};

/** A number input that accepts full-width digits. */
export const NumberInput = ({ onChange, ...props }: Props) => (
  <InputNumber<number | string>
    {...props}
    parser={(typed) => plainNumber(typed ?? '')}
    onChange={(next) => onChange?.(next === null ? null : Number(next))}
  />
);
