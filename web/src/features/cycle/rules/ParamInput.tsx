import type { Param, ParamInput as Input } from '@zhiping/shared/rules/review-rule/param.ts';
import { Checkbox, Radio, Switch } from 'antd';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';

/** Ids of the elements that name and describe an input for screen readers. */
type AriaIds = { labelledBy: string; describedBy: string };

type Props = AriaIds & {
  id: string;
  param: Param<unknown>;
  value: unknown;
  problems: Readonly<Record<string, string>>;
  onChange: (value: unknown) => void;
};

type NumberProps = AriaIds & {
  id: string;
  unit: string;
  value: unknown;
  isWrong: boolean;
  onChange: (value: number | null) => void;
};

/** Sets no limits itself: the input would silently correct a value out of range, while the schema reports it. */
const NumberOfUnit = ({ id, unit, value, isWrong, labelledBy, describedBy, onChange }: NumberProps) => (
  <span className="rule-number">
    <NumberInput
      id={id}
      inputMode="numeric"
      value={typeof value === 'number' ? value : null}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onChange={onChange}
    />
    <span aria-hidden="true">{unit}</span>
  </span>
);

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

type AmountsProps = Omit<Props, 'param'> & { input: Extract<Input, { kind: 'amounts' }> };

const NumberInputs = ({ id, input, value, problems, labelledBy, describedBy, onChange }: AmountsProps) => {
  const numbers = isRecord(value) ? value : {};
  // As wide as the longest word, so that the numbers of several lines align.
  const minWidth = `${Math.max(...Object.values(input.words).map(({ length }) => length))}em`;
  return (
    <div className="rule-numbers" role="group" aria-labelledby={labelledBy}>
      {Object.entries(input.words).map(([key, word]) => (
        <span key={key} className="rule-number-of">
          <label id={`${id}-${key}-label`} htmlFor={`${id}-${key}`} style={{ minWidth }}>
            {word}
          </label>
          <NumberOfUnit
            id={`${id}-${key}`}
            unit={input.unit}
            value={numbers[key]}
            isWrong={problems[key] !== undefined}
            labelledBy={`${labelledBy} ${id}-${key}-label`}
            describedBy={describedBy}
            onChange={(next) => onChange({ ...numbers, [key]: next })}
          />
        </span>
      ))}
    </div>
  );
};

export const ParamInput = ({ param, ...field }: Props) => {
  const { input } = param;
  const { id, value, problems, labelledBy, describedBy, onChange } = field;
  const spoken = { 'aria-labelledby': labelledBy, 'aria-describedby': describedBy };
  switch (input.kind) {
    case 'amount': {
      const isWrong = Object.keys(problems).length > 0;
      return <NumberOfUnit {...field} unit={input.unit} isWrong={isWrong} />;
    }
    case 'amounts':
      return <NumberInputs {...field} input={input} />;
    case 'flag':
      return (
        <Switch
          id={id}
          checked={value === true}
          checkedChildren="是"
          unCheckedChildren="否"
          {...spoken}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Radio.Group
          // A name of its own: with the name of the whole field, all rules would be one radio group with one choice.
          name={id}
          value={value}
          options={optionsOf(input.words)}
          {...spoken}
          onChange={({ target }) => onChange(target.value as unknown)}
        />
      );
    case 'choices':
      return (
        <div role="group" {...spoken}>
          <Checkbox.Group
            value={Array.isArray(value) ? (value as string[]) : []}
            options={optionsOf(input.words)}
            onChange={onChange}
          />
        </div>
      );
  }
};
