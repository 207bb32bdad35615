import { Form, type FormItemProps } from 'antd';
import type { Rule } from 'antd/es/form';
import type { ReactNode } from 'react';
import type { z } from 'zod';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const isRequired = (schema: z.ZodType) => !accepts(schema, undefined) && !accepts(schema, null);

/** A rule that says what the schema of the endpoint would say, so that a message is written once. */
export const ruleOf = (schema: z.ZodType, emptyMessage?: string, required = isRequired(schema)): Rule => ({
  required,
  validator: async (_rule, value: unknown) => {
    if (isEmpty(value) && !required) return;
    if (isEmpty(value) && emptyMessage) throw new Error(emptyMessage);
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new Error(parsed.error.issues[0]!.message);
  },
});

/** While it is typed, and when it is left as it was. */
const CHECKED_ON = ['onChange', 'onBlur'];

type Props<S extends z.ZodObject> = Omit<FormItemProps, 'rules' | 'name' | 'children'> & {
  schema: S;
  name: keyof S['shape'] & string;
  label: string;
  /** For choices, of which a schema only knows that they are wrong. */
  emptyMessage?: string;
  children: ReactNode;
};

/** A field of a form, named and checked as in the schema that the form is sent by. */
export const Field = <S extends z.ZodObject>({ schema, name, emptyMessage, children, ...item }: Props<S>) => {
  const { label, required } = item;
  // What only the whole of the form makes necessary is not known to the schema of the field.
  const needed = emptyMessage ?? (required ? `请输入${label}` : undefined);
  return (
    <Form.Item
      validateTrigger={CHECKED_ON}
      {...item}
      name={name as string}
      validateFirst
      rules={[ruleOf(schema.shape[name] as z.ZodType, needed, required)]}
    >
      {children}
    </Form.Item>
  );
};
