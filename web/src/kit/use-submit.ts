import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '../lib/api.ts';

const problemOf = (error: unknown) => (error instanceof Error ? error.message : '未知错误');

/**
 * Sends a form, one request at a time. What the server says about a field stands at the field, anything else above
 * the form. `send` must call quietly, or the message appears twice.
 */
export const useSubmit = <V>(form: FormInstance<V>, send: (values: V) => Promise<void>) => {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  const showErrors = (error: unknown) => {
    const known = form.getFieldsError().map(({ name }) => String(name[0]));
    const errors = error instanceof ApiError ? error.errors : [];
    // A part of a field, as `dept.id`, is shown at the field.
    const atFields = errors
      .map(({ field, message }) => ({ field: field.split('.')[0]!, message }))
      .filter(({ field }) => known.includes(field));
    form.setFields(
      atFields.map(({ field, message }) => ({ name: field, errors: [message] })) as Parameters<
        typeof form.setFields
      >[0],
    );
    if (atFields[0]) form.scrollToField(atFields[0].field, { focus: true });
    setProblem(atFields.length > 0 ? undefined : problemOf(error));
  };

  const submit = async (values: V) => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    try {
      await send(values);
    } catch (error) {
      showErrors(error);
    } finally {
      setSending(false);
    }
  };

  return { submit, isSending, problem };
};
