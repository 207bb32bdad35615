import type { RowKey } from './use-selection.ts';

/** How long to wait for a row that was just saved to appear in the list. */
const ROW_TIMEOUT_MS = 3000;

const linkOf = (key: RowKey): HTMLElement | null => {
  const rows = document.querySelectorAll(`[data-row-key="${CSS.escape(String(key))}"]`);
  return [...rows].find((row) => row.checkVisibility())?.querySelector<HTMLElement>('a, button') ?? null;
};

/** Moves the focus to a visible row, or to `otherwise` if there is none. */
export const focusRow = (key: RowKey | undefined, otherwise: Element | null) => {
  const deadline = performance.now() + ROW_TIMEOUT_MS;
  const fallback = otherwise instanceof HTMLElement && otherwise.isConnected ? otherwise : null;
  // Do not take the focus from a user who has moved on meanwhile.
  const isWaiting = () => [document.body, fallback].includes(document.activeElement as HTMLElement);

  // A form that was opened from a detail returns the focus to the detail.
  const isInDetail = fallback?.closest('[role="dialog"]') !== null && fallback !== null;

  const lookForRow = () => {
    const link = key === undefined ? null : linkOf(key);
    if (link) return link.focus();
    if (key !== undefined && isWaiting() && performance.now() < deadline) requestAnimationFrame(lookForRow);
  };
  // The next frame: a closing dialog moves the focus first.
  requestAnimationFrame(() => {
    fallback?.focus();
    if (!isInDetail) lookForRow();
  });
};
