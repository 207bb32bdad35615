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

/** What the dialog did is drawn some frames after it is gone. */
const FRAMES = 20;

/** A button that goes, or is disabled, loses the focus to nothing: the heading takes it. */
const keepFocus = (frames = FRAMES) => {
  if (isFree()) shownHeading()?.focus();
  else if (frames > 0) requestAnimationFrame(() => keepFocus(frames - 1));
};

/**
 * Where the focus was comes back to it when the dialog goes, unless it is somewhere else by then: it is taken away at once, so antd does
 * not.
 */
const ReturnFocus = () => {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!isFree()) return;
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
