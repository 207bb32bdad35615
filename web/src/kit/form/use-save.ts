import type { FormInstance } from 'antd';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import type { Editor } from './editor.ts';
import { changedFields, inWords, mergeEdits } from './merge-edits.ts';
import type { RowKey } from '../hooks/use-selection.ts';
import { useSubmit } from './use-submit.ts';

type Values = Record<string, unknown>;

type Options<T> = {
  noun: string;
  editor: Editor<T>;
  row: T | undefined;
  idOf: (row: T) => RowKey;
  findLatest: (row: T) => Promise<T | undefined>;
  onSaved: (key: RowKey) => void;
};

const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'edit.conflict';

const versionOf = (row: unknown) => (row as { version?: number }).version;

/**
 * Sends a form over the version that it was opened with. When somebody else was faster, nothing is overwritten and
 * nothing that was typed is lost: what he changed stands at the fields until one of the two ways is chosen.
 */
export const useSave = <T>(form: FormInstance<Values>, options: Options<T>) => {
  const { noun, editor, row, idOf, findLatest, onSaved } = options;
  const { api, refreshes = [] } = editor;
  const valuesOf = (one: T | undefined) => editor.valuesOf(one) as Values;
  const [base, setBase] = useState(row);
  const [conflict, setConflict] = useState<{ message: string; latest: T }>();
  // A form that stays open after a save is given the row as it is now, and goes on from there.
  const [given, setGiven] = useState(row);
  if (row !== given) {
    setGiven(row);
    setBase(row);
    setConflict(undefined);
  }

  const store = async (body: Values): Promise<RowKey> => {
    if (base === undefined) {
      const { id } = (await call<Endpoint>(api.create, { body, quiet: true } as object)) as { id: number };
      return id;
    }
    const id = idOf(base);
    const whole = { ...body, id, version: versionOf(base) };
    await call<Endpoint>(api.update, { body: whole, quiet: true } as object);
    return id;
  };

  const showConflict = async (message: string) => {
    const latest = await findLatest(base!);
    if (!latest) throw new Error(`这条${noun}已被删除或移走，请复制需要的内容后关闭`);
    const [before, after] = [valuesOf(base), valuesOf(latest)];
    form.setFields(
      changedFields(before, after).map((name) => ({ name, warnings: [`最新：${inWords(after[name])}`] })),
    );
    setConflict({ message, latest });
  };

  const save = async (values: Values): Promise<void> => {
    try {
      const key = await store(values);
      await refresh(api.update, ...refreshes);
      notify.success(`${noun}已保存`);
      onSaved(key);
    } catch (error) {
      if (!isConflict(error)) throw error;
      await showConflict(error.message);
    }
  };

  const resolve = (values: (latest: T) => Values) => () => {
    const { latest } = conflict!;
    const chosen = values(latest);
    form.setFields(Object.entries(chosen).map(([name, value]) => ({ name, value, warnings: [] })));
    setBase(latest);
    setConflict(undefined);
  };

  return {
    ...useSubmit(form, save),
    base,
    conflict: conflict && {
      message: conflict.message,
      takeLatest: resolve(valuesOf),
      keepMine: resolve((latest) => mergeEdits(valuesOf(base), form.getFieldsValue(), valuesOf(latest))),
    },
  };
};
