import { ConfigProvider, Modal, type ModalProps } from 'antd';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { FormProblem } from '../display/FormProblem.tsx';
import { keepFocus } from '../hooks/keep-focus.ts';
import { useConfirmDiscard } from '../hooks/use-confirm-discard.ts';

/**
 * Renders popups beside their field, where screen readers expect them; clicks pass through antd's dialog element
 * itself.
 */
const popupsIn = (trigger?: HTMLElement) => trigger?.parentElement ?? document.body;

const withProblem = (problem: string) => (buttons: ReactNode) => (
  <>
    <FormProblem text={problem} />
    {buttons}
  </>
);

/**
 * Returns the focus to the opener when the dialog closes, unless the focus has moved on. The dialog is unmounted at
 * once, so antd does not do it.
 */
const ReturnFocus = () => {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement) opener.focus();
      keepFocus();
    },
    [opener],
  );
  return null;
};

type Props = ModalProps & {
  open: boolean;
  title: string;
  /** Error of the form inside. */
  problem?: string | undefined;
};

/**
 * Tracks whether a textarea inside still holds typed text. Only textareas count: choices and numbers are quickly
 * entered again.
 */
const useTypedText = () => {
  const typed = useRef<HTMLTextAreaElement>(null);
  const note = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement) typed.current = target;
  };
  return { note, isThere: () => Boolean(typed.current?.isConnected && typed.current.value.trim()) };
};

/**
 * The modal dialog of the app. It is mounted only while its tab is visible: an antd Modal that is open in a tab when
 * this gets hidden breaks the tree on return. Forms inside keep their values if the page creates the form instance. A
 * click on the mask does not close it, and closing it over typed text asks first.
 */
export const Dialog = ({ open, problem, onCancel, children, ...props }: Props) => {
  const text = useTypedText();
  const askToGiveUp = useConfirmDiscard();
  const leave = async (...event: Parameters<NonNullable<typeof onCancel>>) => {
    if (text.isThere() && !(await askToGiveUp())) return;
    onCancel?.(...event);
  };
  return useTabVisible() && open ? (
    <ConfigProvider getPopupContainer={popupsIn}>
      <ReturnFocus />
      <Modal
        open
        {...(problem && { footer: withProblem(problem) })}
        {...props}
        mask={{ closable: false }}
        onCancel={(event) => void leave(event)}
      >
        <div onInput={text.note}>{children}</div>
      </Modal>
    </ConfigProvider>
  ) : null;
};
