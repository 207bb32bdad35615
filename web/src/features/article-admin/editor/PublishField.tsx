import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { Radio } from 'antd';
import { MomentInput } from '../../../kit/form/MomentInput.tsx';

type Props = { id?: string; value?: string | null; onChange?: (value: string | null) => void };

const options = [
  { value: false, label: '存为草稿' },
  { value: true, label: '发布' },
];

/** Without a time it is a draft; a time to come publishes it by itself. */
export const PublishField = ({ id, value = null, onChange = () => {} }: Props) => (
  <div className="publish-field">
    <Radio.Group
      id={id}
      aria-label="发布方式"
      options={options}
      value={value !== null}
      onChange={({ target }) => onChange(target.value ? formatDateTime(new Date()) : null)}
    />
    {value !== null && (
      // An empty field is a time that is still to be typed, not a draft.
      <MomentInput label="发布时间" value={value} onChange={(time) => onChange(time ?? '')} required />
    )}
  </div>
);
