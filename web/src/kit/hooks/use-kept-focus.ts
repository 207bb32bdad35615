import { type FocusEvent, useEffect, useRef } from 'react';

const CONTROLS = 'button:not([disabled]), a[href], input:not([disabled])';

/**
 * For a part of a page whose controls come and go: when the one with the focus goes, the next one in its place has it, so that whoever works by keyboard
 * is not sent to the top of the page. Give what it answers to the part.
 */
export const useKeptFocus = <T extends HTMLElement>() => {
  const ref = useRef<T>(null);
  const isInside = useRef(false);
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>(CONTROLS)?.focus();
  });
  return {
    ref,
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: ({ currentTarget, target, relatedTarget }: FocusEvent<T>) => {
      // What is taken away, or disabled, loses the focus to nothing; nobody has left then.
      const isGone = !target.isConnected || target.matches(':disabled');
      if (!isGone) isInside.current = currentTarget.contains(relatedTarget);
    },
  };
};
