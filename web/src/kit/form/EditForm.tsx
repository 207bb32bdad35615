import { Button, ConfigProvider, Drawer, Form } from 'antd';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { useConfirmDiscard } from '../hooks/use-confirm-discard.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import type { Editor } from './editor.ts';
import './edit-form.css';
import { EditFooter } from './EditFooter.tsx';
import { FieldsLoading } from './FieldsLoading.tsx';
import { SaveBlockers, useSaveBlockers } from './save-blockers.ts';
import { useSaveKey } from './use-save-key.ts';
import { useSave } from './use-save.ts';
import type { RowKey } from '../hooks/use-selection.ts';

type Props<T> = {
  noun: string;
  editor: Editor<T>;
  row: T | undefined;
  idOf: (row: T) => RowKey;
  nameOf: (row: T) => string;
  findLatest: (row: T) => Promise<T | undefined>;
  isDirty: boolean;
  /** How often Back was pressed with unsaved input; each press asks whether to leave. */
  timesBack: number;
  onDirtyChange: (isDirty: boolean) => void;
  onSaved: (key: RowKey) => void;
  /** `key` is the edited row, `opener` the element that had the focus before. */
  onLeave: (key: RowKey | undefined, opener: Element | null) => void;
};

/** Renders popups inside the dialog, so that screen readers treat them as part of the form. */
const popupsIn = (trigger?: HTMLElement) => trigger?.closest<HTMLElement>('[role="dialog"]') ?? document.body;

const FIELDS = 'input:not([type="hidden"], [disabled]), textarea, [role="combobox"]';

/** Runs once the lazily loaded fields are mounted, because it suspends together with them. */
const RunOnceShown = ({ run }: { run: () => void }) => {
  const latest = useLatest(run);
  useEffect(() => latest.current(), [latest]);
  return null;
};

export default function EditForm<T>(props: Props<T>) {
  const { noun, editor, row, idOf, nameOf, isDirty, timesBack, onDirtyChange, onLeave } = props;
  const isMobile = useIsMobile();
  const isVisible = useTabVisible();
  const [form] = Form.useForm<Record<string, unknown>>();
  const formName = useId();
  const [opener] = useState(() => document.activeElement);
  const content = useRef<HTMLDivElement>(null);
  const goesOn = useRef(false);
  const { isWaiting, count } = useSaveBlockers();

  const focusFirst = () => content.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  /** On a slow computer a user may type before the drawer has finished opening; do not move the focus then. */
  const focusFirstUnlessTyping = () => {
    if (!content.current?.contains(document.activeElement)) focusFirst();
  };

  const { submit, isSending, problem, conflict, base } = useSave(form, {
    ...props,
    onSaved: (key) => {
      onDirtyChange(false);
      props.onSaved(key);
      if (!goesOn.current) {
        onLeave(key, opener);
        return;
      }
      form.resetFields();
      // `resetFields` mounts the fields again, so wait for the next frame.
      requestAnimationFrame(focusFirst);
    },
  });

  const save = (thenNext: boolean) => {
    if (isWaiting) return;
    goesOn.current = thenNext;
    form.submit();
  };
  useSaveKey(() => save(false));

  const askToGiveUp = useConfirmDiscard();
  const askAndLeave = async () => {
    if (isDirty && !(await askToGiveUp())) return;
    onDirtyChange(false);
    onLeave(row && idOf(row), opener);
  };
  const ask = useLatest(askAndLeave);
  useEffect(() => {
    if (timesBack > 0) void ask.current();
  }, [timesBack, ask]);

  return (
    <Drawer
      title={row ? `编辑${noun}「${nameOf(row)}」` : `新增${noun}`}
      size={isMobile ? '100%' : 720}
      open={isVisible}
      onClose={() => void askAndLeave()}
      afterOpenChange={(isOpen) => isOpen && focusFirstUnlessTyping()}
      closable={{ 'aria-label': '关闭表单' }}
      footer={
        <EditFooter problem={problem} conflict={conflict}>
          <Button onClick={() => void askAndLeave()}>取消</Button>
          {!row && (
            <Button disabled={isWaiting} onClick={() => save(true)}>
              保存并新增下一条
            </Button>
          )}
          <Button type="primary" disabled={isWaiting} loading={isSending} onClick={() => save(false)}>
            保存
          </Button>
        </EditFooter>
      }
    >
      <ConfigProvider getPopupContainer={popupsIn}>
        <div ref={content}>
          <Form
            className="edit-fields"
            form={form}
            // Unique, because forms in other tabs may have fields of the same names.
            name={formName}
            layout="vertical"
            scrollToFirstError={{ focus: true }}
            initialValues={editor.valuesOf(row)}
            onFinish={submit}
            onValuesChange={() => onDirtyChange(true)}
          >
            <SaveBlockers value={count}>
              <Suspense fallback={<FieldsLoading />}>
                {editor.fields(base)}
                <RunOnceShown run={focusFirstUnlessTyping} />
              </Suspense>
            </SaveBlockers>
            {/* Lets Enter in a field submit the form. */}
            <button type="submit" hidden disabled={isWaiting}>
              保存
            </button>
          </Form>
        </div>
      </ConfigProvider>
    </Drawer>
  );
}
