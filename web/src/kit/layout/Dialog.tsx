import { ConfigProvider, Modal, type ModalProps } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { FormProblem } from '../display/FormProblem.tsx';
import { keepFocus } from '../hooks/keep-focus.ts';

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

/**
 * The modal dialog of the product. It is mounted only while its tab is on screen: an antd Modal that is open in a tab
 * when this gets hidden breaks the tree on return. Forms inside keep their values if the page makes the form instance.
 */
export const Dialog = ({ open, problem, ...props }: Props) =>
  useTabVisible() && open ? (
    <ConfigProvider getPopupContainer={popupsIn}>
      <ReturnFocus />
      <Modal open {...(problem && { footer: withProblem(problem) })} {...props} />
    </ConfigProvider>
  ) : null;
