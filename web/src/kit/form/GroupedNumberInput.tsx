import { MAX_TYPED } from '@zhiping/shared/schemas.ts';
import { Input, type InputProps } from 'antd';

/** The number of a phone or an identity card: pasted with +86, hyphens or spaces it is longer than its digits. */
export const GroupedNumberInput = (props: InputProps) => <Input {...props} maxLength={MAX_TYPED} />;
