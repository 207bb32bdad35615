import { ConfigProvider, Modal, type ModalProps } from 'antd';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { FormProblem } from '../display/FormProblem.tsx';
import { keepFocus } from '../hooks/keep-focus.ts';
import { useAskToGiveUp } from '../hooks/use-ask-to-give-up.ts';

/** Beside the field, where screen readers expect them; antd's dialog itself lets clicks through. */
const popupsIn = (trigger?: HTMLElement) => trigger?.parentElement ?? document.body;

const withProblem = (problem: string) => (buttons: ReactNode) => (
  <>
    <FormProblem text={problem} />
    {buttons}
  </>
);

/**
 * Where the focus was comes back to it when the dialog goes, unless it is somewhere else by then: it is taken away at once, so antd does
 * not.
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
  /** What stands in the way of the form inside. */
  problem?: string | undefined;
};

/** Whether a text was typed inside that still stands there; choices and numbers are soon made again. */
const useTypedText = () => {
  const typed = useRef<HTMLTextAreaElement>(null);
  const note = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement) typed.current = target;
  };
  return { note, isThere: () => Boolean(typed.current?.isConnected && typed.current.value.trim()) };
};

/**
 * The modal dialog of the product. It is mounted only while its tab is on screen: an antd Modal that is open in a tab
 * when this gets hidden breaks the tree on return. Forms inside keep their values if the page makes the form instance.
 * A click beside it does not close it, and whoever closes it over a text that he typed is asked first.
 */
export const Dialog = ({ open, problem, onCancel, children, ...props }: Props) => {
  const text = useTypedText();
  const askToGiveUp = useAskToGiveUp();
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
