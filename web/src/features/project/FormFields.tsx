import type { Field } from '@zhiping/shared/rules/project-form/fields.ts';
import { Form } from 'antd';
import { FieldControl } from './FieldControl.tsx';
import { useFormWork } from './form-context.ts';
import { idOf } from './form-ids.ts';

type Props = {
  /** `basic`, or `research.papers.<key>`. */
  at: string;
  fields: Readonly<Record<string, Field<unknown>>>;
  values: Readonly<Record<string, unknown>>;
};

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const isWide = ({ input }: Field<unknown>) =>
  input.kind === 'longText' || input.kind === 'subjects' || (input.kind === 'text' && input.max > 100);

/** Some fields of the form, each with what is wrong with it. */
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
          return (
            <Form.Item
              key={name}
              className={isWide(field) ? 'project-wide' : undefined}
              label={field.label}
              htmlFor={id}
              required={field.required}
              {...(shown && { validateStatus: 'error' as const })}
              help={shown || field.hint ? <span id={`${id}-help`}>{shown ?? field.hint}</span> : undefined}
            >
              <FieldControl
                id={id}
                field={field}
                value={value}
                isWrong={shown !== undefined}
                describedBy={shown || field.hint ? `${id}-help` : undefined}
                onChange={(next) => change(path, next)}
              />
            </Form.Item>
          );
        })}
      </div>
    </Form>
  );
};
