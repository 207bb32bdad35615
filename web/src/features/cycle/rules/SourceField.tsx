import { EditOutlined } from '@ant-design/icons';
import { SOURCE_LABEL } from '@zhiping/shared/rules/review-rule/differences.ts';
import { MAX_SOURCE } from '@zhiping/shared/rules/review-rule/settings.ts';
import { Button, Input, type InputRef } from 'antd';
import { useId, useRef, useState } from 'react';
import { Difference, DifferenceTag } from './Difference.tsx';
import { problemOfSource } from './settings-edits.ts';

type Props = {
  title: { id: string; text: string };
  law: string;
  source: string | undefined;
  onChange: ((source: string) => void) | undefined;
};

/** The regulation that a rule quotes. It is rarely changed, so the field is shown on demand. */
export const SourceField = ({ title, law, source, onChange }: Props) => {
  const id = useId();
  const input = useRef<InputRef>(null);
  const [isAsked, setAsked] = useState(false);
  const problem = problemOfSource(source);
  const differs = source !== undefined && source.trim() !== law;
  const isOpen = onChange !== undefined && (isAsked || problem !== undefined);
  const restore = () => {
    onChange?.(law);
    setAsked(true);
    input.current?.focus();
  };
  return (
    <div className={`rule-param${differs ? ' rule-param-set' : ''}`}>
      {isOpen ? (
        <label id={`${id}-label`} htmlFor={id} className="rule-label">
          {SOURCE_LABEL}
        </label>
      ) : (
        <span className="rule-label">{SOURCE_LABEL}</span>
      )}
      <div className="rule-control">
        {isOpen ? (
          <Input
            ref={input}
            id={id}
            autoFocus
            value={source ?? law}
            maxLength={MAX_SOURCE}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== undefined}
            aria-labelledby={`${title.id} ${id}-label`}
            aria-describedby={`${id}-problem ${id}-hint`}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <>
            <span>{source ?? law}</span>
            {onChange && (
              <Button
                type="text"
                size="small"
                icon={<EditOutlined />}
                aria-label={`修改依据：${title.text}`}
                onClick={() => setAsked(true)}
              >
                修改
              </Button>
            )}
          </>
        )}
        {(isOpen || differs) && (
          <p className="rule-hint">
            <span id={`${id}-problem`} className="rule-problem" aria-live="polite">
              {problem}
            </span>
            <span id={`${id}-hint`}>默认：{law}</span>
          </p>
        )}
      </div>
      <div className="rule-state">
        {differs && onChange && <Difference of={`${title.text}，${SOURCE_LABEL}`} onRestore={restore} />}
        {differs && !onChange && <DifferenceTag />}
      </div>
    </div>
  );
};
