import { Checkbox, Input } from 'antd';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { Cell } from './Cell.tsx';
import { nameOf, type TextDraft } from './form-draft.ts';

type Props = { text: TextDraft; index: number; onChange: (text: TextDraft) => void };

const lengths = [
  ['least', '最少字数'],
  ['most', '最多字数'],
] as const;

export const TextFields = ({ text, index, onChange }: Props) => {
  const { name, hint, required } = text;
  const of = nameOf(name, index);
  const field = `texts.${index}`;
  return (
    <div className="text-fields">
      <Cell
        field={`${field}.name`}
        label="名称"
        of={`文字意见 ${index + 1}`}
        value={name}
        className="cell-name"
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            autoComplete="off"
            onChange={(event) => onChange({ ...text, name: event.target.value })}
          />
        )}
      </Cell>
      {lengths.map(([part, label]) => (
        <Cell
          key={part}
          field={`${field}.${part}`}
          label={label}
          of={of}
          value={text[part]}
          className={`cell-${part}`}
        >
          {(control) => (
            <NumberInput
              {...control}
              value={text[part]}
              controls={false}
              inputMode="numeric"
              suffix="字"
              onChange={(value) => onChange({ ...text, [part]: value })}
            />
          )}
        </Cell>
      ))}
      <Checkbox
        className="cell-required"
        aria-label={`${of} 必填`}
        checked={required}
        onChange={(event) => onChange({ ...text, required: event.target.checked })}
      >
        必填
      </Checkbox>
      <Cell field={`${field}.hint`} label="填写说明" of={of} value={hint} className="cell-hint">
        {(control) => (
          <Input.TextArea
            {...control}
            value={hint}
            autoSize={{ minRows: 2, maxRows: 6 }}
            onChange={(event) => onChange({ ...text, hint: event.target.value })}
          />
        )}
      </Cell>
    </div>
  );
};
