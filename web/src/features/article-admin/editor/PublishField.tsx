import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { Radio } from 'antd';
import { MomentInput } from '../../../kit/form/MomentInput.tsx';

type Props = { id?: string; value?: string | null; onChange?: (value: string | null) => void };

const options = [
  { value: false, label: '存为草稿' },
  { value: true, label: '发布' },
];

/** Without a time the article is a draft; at a future time it is published automatically. */
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
      // An empty field means that the time is not typed yet, not that the article is a draft.
      <MomentInput label="发布时间" value={value} onChange={(time) => onChange(time ?? '')} required />
    )}
  </div>
);
