/** What a dialog did is drawn some frames after it is gone. */
const FRAMES = 20;

/** Of the tab on screen: hidden ones keep theirs. */
const shownHeading = () =>
  [...document.querySelectorAll<HTMLElement>('main h1')].find((heading) => heading.checkVisibility());

/**
 * When a dialog is gone: a button that goes with what it stood for, or is disabled, loses the focus to nothing. Then `next` has it, or
 * the heading of the page.
 */
export const keepFocus = (next?: () => HTMLElement | null): void => {
  const held = document.activeElement;
  const look = (frames: number): void => {
    if (document.activeElement === document.body) (next?.() ?? shownHeading())?.focus();
    else if (document.activeElement === held && frames > 0) requestAnimationFrame(() => look(frames - 1));
  };
  look(FRAMES);
};
