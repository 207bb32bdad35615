import { ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import type { ChosenSubject } from '@zhiping/shared/rules/project-form/fields.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import { Button } from 'antd';
import { LazySubjectPicker } from '../../pickers/LazySubjectPicker.tsx';

type Props = {
  id: string;
  most: number;
  value: ChosenSubject[];
  onChange: (value: ChosenSubject[]) => void;
};

const lastName = ({ fullName }: ChosenSubject) => fullName.split(' - ').at(-1)!;

/** Subjects in order, the main one first. */
export const SubjectChoice = ({ id, most, value, onChange }: Props) => (
  <div className="project-subjects">
    {value.length > 0 && (
      <ol>
        {value.map((subject, index) => (
          <li key={pathKey(subject.path)}>
            <span>{subject.fullName}</span>
            {index > 0 && (
              <Button
                icon={<ArrowUpOutlined />}
                aria-label={`上移 ${lastName(subject)}`}
                onClick={() => onChange([subject, ...value.toSpliced(index, 1)])}
              />
            )}
            <Button
              icon={<DeleteOutlined />}
              aria-label={`移除 ${lastName(subject)}`}
              onClick={() => onChange(value.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
    )}
    {value.length < most && (
      <LazySubjectPicker
        id={id}
        label={value.length === 0 ? '申报学科' : '第二个申报学科'}
        onPick={(picked) => {
          if (!value.some(({ path }) => pathKey(path) === pathKey(picked.path)))
            onChange([...value, { ...picked, isObsolete: false }]);
        }}
      />
    )}
  </div>
);
