import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePermission } from '../../lib/permission.ts';
import { useTabDirty } from '../../lib/tab-context.ts';
import { DetailDrawer } from '../layout/DetailDrawer.tsx';
import type { Editor } from './editor.ts';
import type TypedForm from './EditForm.tsx';
import { focusRow } from '../hooks/focus-row.ts';
import { Empty } from '../display/states.tsx';
import type { RowKey } from '../hooks/use-selection.ts';
import { useSubView } from '../hooks/use-sub-view.ts';

// Loaded on the first edit, since most visits only read. The cast restores the type parameter that `lazy` loses.
const EditForm = lazy(() => import('./EditForm.tsx')) as unknown as typeof TypedForm;

export const NEW = 'new';

type Props<T> = {
  noun: string;
  editor: Editor<T>;
  idOf: (row: T) => RowKey;
  nameOf: (row: T) => string;
  /** The loaded rows; `isLoaded` says whether they are complete. */
  rows: readonly T[];
  isLoaded: boolean;
  /** Returns the row as the server has it now, undefined if it is gone. */
  findLatest: (row: T) => Promise<T | undefined>;
  onSaved: (key: RowKey) => void;
  /** Name of the URL parameter; set it on a page that edits two kinds of rows. */
  param?: string;
  /** Returns the `data-row-key` of a row; set it where that is not just the id. */
  rowKeyOf?: (key: RowKey) => RowKey;
};

/** The form that the address opens, as `?edit=12` or `?edit=new`. */
export function EditDrawer<T>({
  param = 'edit',
  rowKeyOf = (key) => key,
  isLoaded,
  rows,
  ...props
}: Props<T>) {
  const { noun, editor, idOf } = props;
  const { value, hrefOf, close } = useSubView(param);
  const navigate = useNavigate();
  const isNew = value === NEW;
  const needed = isNew ? editor.allow.create : editor.allow.update;
  const isPermitted = usePermission(needed ? [needed] : []) && needed !== undefined;
  const [isDirty, setDirty] = useState(false);
  // A snapshot: rows that are fetched meanwhile must neither change nor close the open form.
  const [opened, setOpened] = useState<{ value: string; row: T | undefined }>();
  // The focus returns only after the form has closed, because the drawer traps it until then.
  const left = useRef<{ key: RowKey | undefined; opener: Element | null }>(undefined);
  useEffect(() => {
    if (value !== null || !left.current) return;
    focusRow(left.current.key, left.current.opener);
    left.current = undefined;
  }, [value]);
  useTabDirty(opened !== undefined && isDirty);

  // Back removed the parameter while there is unsaved input: restores the address and lets the form ask.
  const lostAddress = opened && isDirty && value !== opened.value ? hrefOf(opened.value) : undefined;
  const [timesBack, setTimesBack] = useState(0);
  useEffect(() => {
    if (lostAddress === undefined) return;
    void navigate(lostAddress);
    setTimesBack((times) => times + 1);
  }, [lostAddress, navigate]);

  if (!isPermitted || (value === null && lostAddress === undefined)) {
    if (opened) setOpened(undefined);
    return null;
  }
  if (value !== null && lostAddress === undefined && opened?.value !== value) {
    const row = rows.find((one) => String(idOf(one)) === value);
    if (isNew || row) {
      setOpened({ value, row });
      setDirty(false);
    }
    return isNew || row || !isLoaded ? null : (
      <DetailDrawer title={`编辑${noun}`} isOpen onClose={close}>
        <Empty text={`没有找到这条${noun}，可能已被删除，或您无权查看`} />
      </DetailDrawer>
    );
  }
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <EditForm
        key={opened.value}
        {...props}
        row={opened.row}
        timesBack={timesBack}
        isDirty={isDirty}
        onDirtyChange={setDirty}
        onLeave={(key, opener) => {
          left.current = { key: key === undefined ? undefined : rowKeyOf(key), opener };
          close();
        }}
      />
    </Suspense>
  );
}
