import { App } from 'antd';
import type { ReactNode } from 'react';
import { keepFocus } from './keep-focus.ts';

type Question = {
  title: string;
  consequence?: ReactNode;
  /** Verb on the button that confirms. */
  verb: string;
  /** `call` shows its error in a notification; a rejection is ignored here. */
  act: () => Promise<unknown>;
  /** Gets the focus afterwards if the button that asked has been removed. */
  next?: () => HTMLElement | null;
};

/** Asks before an action that cannot be undone; the cancel button has the focus. */
export const useConfirm = () => {
  const { modal } = App.useApp();
  return ({ title, consequence, verb, act, next }: Question) =>
    void modal.confirm({
      title,
      content: consequence,
      okText: verb,
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => act().catch(() => undefined),
      // The next frame: the dialog first returns the focus, possibly to a removed element.
      afterClose: () => requestAnimationFrame(() => keepFocus(next)),
    });
};
