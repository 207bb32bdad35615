import type { RowKey } from './use-selection.ts';

/** How long a row that was just saved may take to come with the list. */
const PATIENCE_MS = 3000;

const linkOf = (key: RowKey): HTMLElement | null => {
  const rows = document.querySelectorAll(`[data-row-key="${CSS.escape(String(key))}"]`);
  return [...rows].find((row) => row.checkVisibility())?.querySelector<HTMLElement>('a, button') ?? null;
};

/** Lead the focus back to a row of the page on screen, or else to where it came from. */
export const focusRow = (key: RowKey | undefined, otherwise: Element | null) => {
  const deadline = performance.now() + PATIENCE_MS;
  const fallback = otherwise instanceof HTMLElement && otherwise.isConnected ? otherwise : null;
  // Somebody who has gone on meanwhile is not called back.
  const isWaiting = () => [document.body, fallback].includes(document.activeElement as HTMLElement);

  // A form that was opened from a detail leads back there.
  const isInDetail = fallback?.closest('[role="dialog"]') !== null && fallback !== null;

  const lookForRow = () => {
    const link = key === undefined ? null : linkOf(key);
    if (link) return link.focus();
    if (key !== undefined && isWaiting() && performance.now() < deadline) requestAnimationFrame(lookForRow);
  };
  // A dialog that closes puts the focus somewhere first.
  requestAnimationFrame(() => {
    fallback?.focus();
    if (!isInDetail) lookForRow();
  });
};
