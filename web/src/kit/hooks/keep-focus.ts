/** Frames to wait: the result of a dialog's action is rendered some frames after the dialog closes. */
const FRAMES = 20;

/** Of the visible tab; hidden tabs keep their headings in the document. */
const visibleHeading = () =>
  [...document.querySelectorAll<HTMLElement>('main h1')].find((heading) => heading.checkVisibility());

/**
 * Keeps the focus after a dialog closes. When the button that opened it is removed or disabled, the focus falls to the
 * body; then `next` gets it, or the heading of the page.
 */
export const keepFocus = (next?: () => HTMLElement | null): void => {
  const held = document.activeElement;
  const look = (frames: number): void => {
    if (document.activeElement === document.body) (next?.() ?? visibleHeading())?.focus();
    else if (document.activeElement === held && frames > 0) requestAnimationFrame(() => look(frames - 1));
  };
  look(FRAMES);
};
