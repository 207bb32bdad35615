import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { LazySubjectPicker } from '../../pickers/LazySubjectPicker.tsx';
import type { PickedSubject } from '../../pickers/SubjectPicker.tsx';
import './subject-input.css';

type Props = {
  id?: string;
  value?: PickedSubject | null;
  onChange?: (subject: PickedSubject | null) => void;
};

/** One subject: its full name, or a picker. */
export const SubjectInput = ({ id, value, onChange = () => {} }: Props) =>
  value ? (
    <p className="subject-input">
      {value.fullName}
      <Button icon={<DeleteOutlined />} aria-label="移除学科" onClick={() => onChange(null)} />
    </p>
  ) : (
    <LazySubjectPicker id={id} label="学科专业" onPick={onChange} />
  );
