import { type FocusEvent, useEffect, useRef } from 'react';

const CONTROLS = 'button:not([disabled]), a[href], input:not([disabled])';

/**
 * For a part of a page whose controls come and go: when the focused control disappears, the first remaining one gets
 * the focus, so that keyboard users stay in place. Spread the result on the element of the part.
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
      // A removed or disabled element loses the focus to the body, although the user has not left.
      const isGone = !target.isConnected || target.matches(':disabled');
      if (!isGone) isInside.current = currentTarget.contains(relatedTarget);
    },
  };
};
