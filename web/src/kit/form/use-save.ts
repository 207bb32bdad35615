import type { FormInstance } from 'antd';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import type { Editor } from './editor.ts';
import { changedFields, valueInWords, mergeEdits } from './merge-edits.ts';
import type { RowKey } from '../hooks/use-selection.ts';
import { useSubmit } from './use-submit.ts';

type Values = Record<string, unknown>;

type Options<T> = {
  noun: string;
  editor: Editor<T>;
  row: T | undefined;
  idOf: (row: T) => RowKey;
  findLatest: (row: T) => Promise<T | undefined>;
  onSaved: (key: RowKey, answer: unknown) => void;
  /** What is said after a save, by the answer of the server. */
  savedWords?: (answer: unknown) => string | undefined;
  /** Describes the other user's change of a field that holds more than one value. */
  changeInWords?: (name: string, before: unknown, after: unknown) => string;
  /**
   * Merges the edits of both users; field by field by default. Override it for a field that holds more than one value.
   */
  merge?: typeof mergeEdits;
  /**
   * Called after a conflict is resolved: `mine` holds the user's values over `latest`, or is undefined if the user took
   * the latest version.
   */
  onResolved?: (latest: T, mine: Values | undefined) => void;
};

const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'edit.conflict';

const versionOf = (row: unknown) => (row as { version?: number }).version;

/**
 * Saves a form over the version that it was opened with. If another user has saved meanwhile, it overwrites nothing and
 * loses no input: the other changes are shown at their fields until the user chooses one of the two versions.
 */
export const useSave = <T>(form: FormInstance<Values>, options: Options<T>) => {
  const { noun, editor, row, idOf, findLatest, onSaved, onResolved } = options;
  const { changeInWords = (_name, _before, after) => valueInWords(after), merge = mergeEdits } = options;
  const { api, refreshes = [] } = editor;
  const valuesOf = (one: T | undefined) => editor.valuesOf(one) as Values;
  const [base, setBase] = useState(row);
  const [conflict, setConflict] = useState<{ message: string; latest: T }>();
  // A form that stays open after a save receives the saved row and continues from it.
  const [lastRow, setGiven] = useState(row);
  if (row !== lastRow) {
    setGiven(row);
    setBase(row);
    setConflict(undefined);
  }

  const store = async (body: Values, over: T | undefined): Promise<{ key: RowKey; answer: unknown }> => {
    if (over === undefined) {
      const { id } = (await call<Endpoint>(api.create, { body, quiet: true } as object)) as { id: number };
      return { key: id, answer: undefined };
    }
    const key = idOf(over);
    const whole = { ...body, id: key, version: versionOf(over) };
    return { key, answer: await call<Endpoint>(api.update, { body: whole, quiet: true } as object) };
  };

  const save = async (values: Values, over: T | undefined): Promise<void> => {
    try {
      const { key, answer } = await store(values, over);
      await refresh(api.update, ...refreshes);
      notify.success(options.savedWords?.(answer) ?? `${noun}已保存`);
      onSaved(key, answer);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const latest = await findLatest(over!);
      if (!latest) throw new Error(`这条${noun}已被删除或移走，请复制需要的内容后关闭`, { cause: error });
      const [before, after] = [valuesOf(over), valuesOf(latest)];
      const changed = changedFields(before, after);
      // The other user changed nothing that this form contains, so saving overwrites nothing.
      if (changed.length === 0 && versionOf(latest) !== versionOf(over)) return save(values, latest);
      form.setFields(
        changed.map((name) => ({
          name,
          warnings: [`最新：${changeInWords(name, before[name], after[name])}`],
        })),
      );
      setConflict({ message: error.message, latest });
    }
  };

  const resolve = (chosen: Values, mine: Values | undefined) => {
    const { latest } = conflict!;
    form.setFields(Object.entries(chosen).map(([name, value]) => ({ name, value, warnings: [] })));
    setBase(latest);
    setConflict(undefined);
    onResolved?.(latest, mine);
  };
  const keepMine = (latest: T) => {
    const typed = form.getFieldsValue();
    const mine = merge(valuesOf(base), typed, valuesOf(latest));
    resolve(mine, { ...typed, ...mine });
  };

  return {
    ...useSubmit<Values>(form, (values) => save(values, base)),
    base,
    conflict: conflict && {
      message: conflict.message,
      takeLatest: () => resolve(valuesOf(conflict.latest), undefined),
      keepMine: () => keepMine(conflict.latest),
    },
  };
};
