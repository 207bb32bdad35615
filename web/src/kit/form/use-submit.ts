import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';

const problemOf = (error: unknown) => (error instanceof Error ? error.message : '未知错误');

type Name = (string | number)[];

/**
 * The form field that a server error is about: the exact one, such as `rows.0.from` in a list of rows, or the one whose
 * name the path begins with, such as `dept` for `dept.id`.
 */
const fieldOf = (names: readonly Name[], path: string): Name | undefined => {
  const exact = names.find((name) => name.join('.') === path);
  if (exact) return exact;
  const [first] = path.split('.');
  const isList = names.some((name) => name.length > 1 && name[0] === first);
  return isList ? undefined : names.find((name) => name[0] === first);
};

/**
 * Submits a form, one request at a time. Server errors about a field are shown at the field, others beside the button.
 * `send` must call with `quiet`, otherwise the message appears twice.
 */
export const useSubmit = <V>(form: FormInstance<V>, send: (values: V) => Promise<void>) => {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();

  const showErrors = (error: unknown) => {
    const names = form.getFieldsError().map(({ name }) => name);
    const errors = error instanceof ApiError ? error.errors : [];
    const placed = errors.map(({ field, message }) => ({ name: fieldOf(names, field), errors: [message] }));
    const atFields = placed.filter(({ name }) => name !== undefined);
    const elsewhere = placed.filter(({ name }) => name === undefined).flatMap((one) => one.errors);
    form.setFields(atFields as Parameters<typeof form.setFields>[0]);
    if (atFields[0]) form.scrollToField(atFields[0].name as never, { focus: true });
    setProblem(atFields.length === 0 ? problemOf(error) : elsewhere.join('；') || undefined);
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
