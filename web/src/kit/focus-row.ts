import type { RowKey } from './use-selection.ts';

/** Lead the focus back to a row of the page on screen, or else to where it came from. */
export const focusRow = (key: RowKey | undefined, otherwise: Element | null) => {
  // A dialog that closes puts the focus somewhere first.
  requestAnimationFrame(() => {
    const rows =
      key === undefined ? [] : document.querySelectorAll(`[data-row-key="${CSS.escape(String(key))}"]`);
    const row = [...rows].find((one) => one.checkVisibility());
    const target = row?.querySelector('a, button') ?? (otherwise?.isConnected ? otherwise : null);
    if (target instanceof HTMLElement) target.focus();
  });
};
