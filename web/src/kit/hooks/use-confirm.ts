import { App } from 'antd';
import type { ReactNode } from 'react';
import { keepFocus } from './keep-focus.ts';

type Question = {
  title: string;
  consequence?: ReactNode;
  /** Verb on the button that does it. */
  verb: string;
  /** A failed call has been told by a notification. */
  act: () => Promise<unknown>;
  /** What has the focus afterwards where the button that asked went with what it stood for. */
  next?: () => HTMLElement | null;
};

/** Asks before something that cannot be taken back; the harmless button has the focus. */
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
      // The dialog gives the focus back first, to what may be gone.
      afterClose: () => requestAnimationFrame(() => keepFocus(next)),
    });
};
