import {
  type ChosenSubject,
  type Field,
  isAmount,
  tidyAmount,
} from '@zhiping/shared/rules/project-form/fields.ts';
import { possibleWorks } from '@zhiping/shared/rules/project-form/form.ts';
import type { Amount } from '@zhiping/shared/rules/project-form/read-amount.ts';
import { Input, Select } from 'antd';
import { DayInput } from '../../kit/form/DayInput.tsx';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { DictSelect } from '../../pickers/DictSelect.tsx';
import { AmountInput } from './AmountInput.tsx';
import { useFormWork } from './form-context.ts';
import { storable } from '@zhiping/shared/rules/text/storable.ts';
import { SubjectChoice } from './SubjectChoice.tsx';
import { tidyMonth } from '@zhiping/shared/rules/text/tidy-date.ts';

type Props = {
  id: string;
  field: Field<unknown>;
  value: unknown;
  onChange: (value: unknown) => void;
  describedBy: string | undefined;
  isWrong: boolean;
};

const LONG = 8;
const SHORT = 3;

/** A select of the works in the form, to choose a representative one. */
const EntrySelect = ({ value, onChange, ...props }: Omit<Props, 'field' | 'describedBy' | 'isWrong'>) => {
  const { form } = useFormWork();
  const options = possibleWorks(form).map(({ entry }) => ({
    value: entry.key,
    label: entry.title?.trim() || '（没有题目的成果）',
  }));
  return (
    <Select
      {...props}
      value={value as string | null}
      options={options}
      notFoundContent="请先在「科研」中填写成果"
      placeholder="选择一项成果"
      onChange={onChange}
    />
  );
};

/** The control of one field, by its kind. */
export const FieldControl = ({ id, field, value, onChange, describedBy, isWrong }: Props) => {
  const { input } = field;
  const common = {
    id,
    'aria-describedby': describedBy,
    'aria-required': field.required || undefined,
    ...(isWrong && { status: 'error' as const, 'aria-invalid': true }),
  };
  const textOf = (typed: string) => onChange(storable(typed) || null);
  switch (input.kind) {
    case 'text':
      return (
        <Input
          {...common}
          value={(value as string | null) ?? ''}
          onChange={({ target }) => textOf(target.value)}
        />
      );
    case 'longText':
      return (
        <Input.TextArea
          {...common}
          value={(value as string | null) ?? ''}
          autoSize={{ minRows: input.max > 1000 ? LONG : SHORT }}
          onChange={({ target }) => textOf(target.value)}
        />
      );
    case 'day':
      return <DayInput {...common} value={value as string | null} onChange={textOf} />;
    case 'month':
      return (
        <Input
          {...common}
          placeholder="年-月，如 2020-09"
          maxLength={20}
          value={(value as string | null) ?? ''}
          onChange={({ target }) => textOf(target.value)}
          onBlur={() => value && textOf(tidyMonth(value as string))}
        />
      );
    case 'number':
      return isAmount(input) ? (
        <AmountInput
          {...common}
          value={value as Amount | null}
          read={(typed) => tidyAmount(field.label, input.max, storable(typed))}
          onChange={onChange}
        />
      ) : (
        <NumberInput
          {...common}
          value={value as number | null}
          suffix={input.unit || undefined}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          allowClear={!field.required}
          placeholder="请选择"
          value={value as string | null}
          options={Object.entries(input.words).map(([key, label]) => ({ value: key, label }))}
          onChange={(next) => onChange(next ?? null)}
        />
      );
    case 'dict':
      return (
        <DictSelect
          {...common}
          dict={input.dict}
          allowClear={!field.required}
          placeholder="请选择"
          value={value as string | null}
          onChange={(next) => onChange(next ?? null)}
        />
      );
    case 'subjects':
      return (
        <SubjectChoice
          id={id}
          most={input.most}
          value={(value as ChosenSubject[] | null) ?? []}
          onChange={onChange}
        />
      );
    case 'entry':
      return <EntrySelect id={id} value={value} onChange={onChange} />;
  }
};
