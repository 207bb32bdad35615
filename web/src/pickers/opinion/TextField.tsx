import type { OpinionText } from '@zhiping/shared/rules/opinion/form.ts';
import { lengthOf, textProblem } from '@zhiping/shared/rules/opinion/opinion.ts';
import { Input } from 'antd';
import { useId, useState } from 'react';

type Props = {
  text: OpinionText;
  value: string;
  hasTriedSubmit: boolean;
  onChange: (value: string) => void;
};

const boundsOf = ({ least, most }: OpinionText) => (least > 0 ? `${least} 至 ${most} 字` : `至多 ${most} 字`);

/** A text with its character count. Too long a text is reported at once, too short a text on blur. */
export const TextField = ({ text, value, hasTriedSubmit, onChange }: Props) => {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const { name, hint, most, required } = text;
  const length = lengthOf(value);
  const isProblemShown = hasTriedSubmit || length > most || (isLeft && length > 0);
  const problem = isProblemShown ? textProblem(text, value) : null;
  return (
    <div className="opinion-text">
      <label htmlFor={id}>
        {name}
        <span className="soft opinion-note">
          {boundsOf(text)}
          {required ? '' : '，可不填'}
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="opinion-hint">
          {hint}
        </p>
      )}
      <Input.TextArea
        id={id}
        value={value}
        autoSize={{ minRows: required ? 6 : 3, maxRows: 16 }}
        aria-required={required}
        aria-invalid={problem ? true : undefined}
        aria-describedby={hint ? `${id}-hint ${id}-count` : `${id}-count`}
        status={problem ? 'error' : ''}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => setLeft(true)}
      />
      <p id={`${id}-count`} className={problem ? 'opinion-count opinion-problem' : 'opinion-count'}>
        {problem && <span>{problem}</span>}
        <span>{length} 字</span>
      </p>
    </div>
  );
};
