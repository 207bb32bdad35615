import { Form, type FormItemProps } from 'antd';
import type { Rule } from 'antd/es/form';
import type { ReactNode } from 'react';
import type { z } from 'zod';

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const isRequired = (schema: z.ZodType) => !accepts(schema, undefined) && !accepts(schema, null);

/** A form rule that validates with the endpoint's schema and shows its message, so that messages are defined once. */
export const ruleOf = (schema: z.ZodType, emptyMessage?: string, required = isRequired(schema)): Rule => ({
  required,
  validator: async (_rule, value: unknown) => {
    if (isEmpty(value) && !required) return;
    if (isEmpty(value) && emptyMessage) throw new Error(emptyMessage);
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new Error(parsed.error.issues[0]!.message);
  },
});

/** On blur as well: it catches a field that is left without typing. */
const CHECKED_ON = ['onChange', 'onBlur'];

type Props<S extends z.ZodObject> = Omit<FormItemProps, 'rules' | 'name' | 'children'> & {
  schema: S;
  name: keyof S['shape'] & string;
  label: string;
  /** Message for an empty field; set it for choices, because the schema only says that the value is invalid. */
  emptyMessage?: string;
  children: ReactNode;
};

/** A form field that is named and validated by the endpoint's schema. */
export const Field = <S extends z.ZodObject>({ schema, name, emptyMessage, children, ...item }: Props<S>) => {
  const { label, required } = item;
  // The schema of one field does not know what only the whole form makes required.
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
