import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import type { Rule } from 'antd/es/form';
import { DayInput } from '../../kit/form/DayInput.tsx';
import { periods, rowProblems, type PeriodKind, type PeriodRow } from './periods.ts';
import { UnitInput } from './UnitInput.tsx';

type Props = {
  /** Also the name of the list in its form. */
  kind: PeriodKind;
  /** The expert edits their own rows: their absences lie around today. */
  isOwn?: boolean;
};

const controlOf = (
  type: (typeof periods)[PeriodKind]['fields'][number]['type'],
  hint: string | undefined,
) => {
  if (type === 'unit') return <UnitInput />;
  if (type === 'date') return <DayInput />;
  if (type === 'year')
    return <Input inputMode="numeric" maxLength={4} autoComplete="off" placeholder={hint} />;
  return <Input maxLength={100} autoComplete="off" />;
};

/** Rows that can be filled in, added and removed; each problem is shown at its field. */
export const PeriodRows = ({ kind, isOwn = false }: Props) => {
  const { noun, unit, fields } = periods[kind];
  const fits =
    (row: number, field: string): Rule =>
    ({ getFieldValue }) => ({
      validator: async () => {
        const rows = (getFieldValue(kind) as PeriodRow[] | undefined) ?? [];
        const problem = rowProblems(kind, rows, isOwn).find((one) => one.row === row && one.field === field);
        if (problem) throw new Error(problem.message);
      },
    });
  return (
    <Form.List name={kind}>
      {(rows, { add, remove }) => (
        <>
          {rows.map(({ key, name }) => (
            <fieldset key={key} className={`period-row period-row-${kind}`}>
              <legend className="visually-hidden">{`${noun}第 ${name + 1} ${unit}`}</legend>
              {fields.map((field) => (
                <Form.Item
                  key={field.name}
                  name={[name, field.name]}
                  label={field.label}
                  extra={field.extra}
                  rules={[field.rule, fits(name, field.name)]}
                  dependencies={fields
                    .filter((other) => other !== field)
                    .map((other) => [kind, name, other.name])}
                  validateFirst
                  // A partly typed date is not a date yet, so dates validate on blur.
                  validateTrigger={field.type === 'date' ? 'onBlur' : 'onChange'}
                >
                  {controlOf(field.type, field.hint)}
                </Form.Item>
              ))}
              <Button
                danger
                icon={<DeleteOutlined />}
                aria-label={`移除${noun}第 ${name + 1} ${unit}`}
                onClick={() => remove(name)}
              />
            </fieldset>
          ))}
          <Button icon={<PlusOutlined />} onClick={() => add({})}>
            添加{noun}
          </Button>
        </>
      )}
    </Form.List>
  );
};
