import { ConfigProvider, Modal, type ModalProps } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { FormProblem } from '../display/FormProblem.tsx';

/** Beside the field, where screen readers expect them; antd's dialog itself lets clicks through. */
const popupsIn = (trigger?: HTMLElement) => trigger?.parentElement ?? document.body;

const withProblem = (problem: string) => (buttons: ReactNode) => (
  <>
    <FormProblem text={problem} />
    {buttons}
  </>
);

const isFree = () => document.activeElement === document.body;

/** Of the tab on screen: hidden ones keep theirs. */
const shownHeading = () =>
  [...document.querySelectorAll<HTMLElement>('main h1')].find((heading) => heading.checkVisibility());

/**
 * Where the focus was comes back to it when the dialog goes, unless it is somewhere else by then: it is taken away at once, so antd does
 * not. What was opened by a button that is gone or disabled now leaves it at the heading.
 */
const ReturnFocus = () => {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!isFree()) return;
      if (opener instanceof HTMLElement) opener.focus();
      if (isFree()) shownHeading()?.focus();
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
