import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import { Form } from 'antd';
import { FieldControl } from './FieldControl.tsx';
import { useFormWork } from './form-context.ts';
import { idOf } from './form-ids.ts';
import { ReturnReasons } from './ReturnReasons.tsx';

type Props = {
  /** `basic`, or `research.papers.<key>`. */
  at: string;
  fields: Readonly<Record<string, Field<unknown>>>;
  values: Readonly<Record<string, unknown>>;
};

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const isWide = ({ input }: Field<unknown>) =>
  input.kind === 'longText' || input.kind === 'subjects' || (input.kind === 'text' && input.max > 100);

/** The hint, with the length of a long text. */
const hintOf = ({ hint, input }: Field<unknown>, value: unknown) => {
  if (input.kind !== 'longText') return hint;
  const length = `${String(value ?? '').trim().length} / ${input.max} 字`;
  return hint ? `${hint}　${length}` : length;
};

/** Some fields of the form, each with its problem. */
export const FormFields = ({ at, fields, values }: Props) => {
  const { change, problems, isChecked } = useFormWork();
  return (
    <Form component={false} layout="vertical">
      <div className="project-fields">
        {Object.entries(fields).map(([name, field]) => {
          const path = `${at}.${name}`;
          const id = idOf(path);
          const value = values[name];
          const problem = problems.find((one) => one.path === path);
          const shown =
            isChecked || !isEmpty(value) ? problem?.message.replace(/^第 \d+ [条篇].+?：/, '') : undefined;
          const hint = hintOf(field, value);
          const describedBy = [shown && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
          return (
            <Form.Item
              key={name}
              className={isWide(field) ? 'project-wide' : undefined}
              label={field.label}
              htmlFor={id}
              required={field.required}
              {...(shown && {
                validateStatus: 'error' as const,
                help: <span id={`${id}-problem`}>{shown}</span>,
              })}
              extra={
                <>
                  <ReturnReasons path={path} />
                  {hint && <span id={`${id}-hint`}>{hint}</span>}
                </>
              }
            >
              <FieldControl
                id={id}
                field={field}
                value={value}
                isWrong={shown !== undefined}
                describedBy={describedBy || undefined}
                onChange={(next) => change(path, next)}
              />
            </Form.Item>
          );
        })}
      </div>
    </Form>
  );
};
