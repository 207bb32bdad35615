import { type RefObject, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useLatest } from '../../lib/use-latest.ts';
import { useTabVisible } from '../../lib/tab-context.ts';
import type { Share } from './use-share.ts';
import { readStored } from '../../lib/browser-storage.ts';

type Options = {
  place: RefObject<HTMLElement | null>;
  neighbours: { previous: number | undefined; next: number | undefined; unfinished: number | undefined };
  share: Share;
  setShare: (share: Share) => void;
  help: () => void;
};

export const KEYS_OFF = 'zhiping-desk-keys-off';

export const areKeysOff = (): boolean => readStored('localStorage', KEYS_OFF) === '1';

/** Input types in which no letters are typed. */
const CHOSEN = new Set(['radio', 'checkbox', 'button']);

/** Whether letters are typed into the target. */
const isTyping = (target: EventTarget | null) => {
  if (target instanceof HTMLInputElement) return !CHOSEN.has(target.type);
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
  );
};

/** Clicks the submit button, which shows the missing parts or the summary. Ignored from within another dialog. */
const openSummary = (place: HTMLElement | null, target: EventTarget | null) => {
  const isHere = target === document.body || (target instanceof Node && place?.contains(target));
  if (isHere) place?.querySelector<HTMLElement>('.desk-submit')?.click();
};

const focusIn = (place: HTMLElement | null, selector: string) =>
  place?.querySelector<HTMLElement>(selector)?.focus();

/** Opens the material after the open one, else the first. */
const openNextMaterial = (place: HTMLElement | null) => {
  const isReading = place?.querySelector('.desk-reader') !== null;
  place?.querySelector<HTMLElement>(isReading ? '[data-next-file]' : '.desk-files a')?.click();
};

/** Focuses the next or previous criterion. */
const moveCriterion = (place: HTMLElement | null, by: 1 | -1) => {
  const inputs = [
    ...(place?.querySelectorAll<HTMLElement>('[data-part^="criterion-"] .opinion-points input') ?? []),
  ];
  const at = inputs.findIndex((input) => input.closest('li')?.contains(document.activeElement));
  inputs[Math.min(inputs.length - 1, Math.max(0, at + by))]?.focus();
};

/** Chooses the n-th level of the focused criterion. */
const chooseLevel = (n: number): boolean => {
  const levels = document.activeElement?.closest('li')?.querySelectorAll<HTMLElement>('input[type="radio"]');
  const level = levels?.[n - 1];
  level?.click();
  return level !== undefined;
};

/**
 * Keyboard shortcuts of the review page. Single letters are ignored while typing and can be switched off (WCAG 2.1.4).
 */
export const useDeskKeys = ({ place, neighbours, share, setShare, help }: Options): void => {
  const navigate = useNavigate();
  const isVisible = useTabVisible();
  const latest = useLatest((event: KeyboardEvent, before: string): boolean => {
    const open = (id: number | undefined) => {
      if (id !== undefined) void navigate(`/desk/task?task=${id}`);
    };
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter') {
        // The missing parts cannot be shown while the scoring is folded.
        if (share === 100) setShare(70);
        openSummary(place.current, event.target);
      }
      if (event.key === 's') window.dispatchEvent(new Event('blur'));
      return event.key === 'Enter' || event.key === 's';
    }
    if (event.altKey || isTyping(event.target) || areKeysOff()) return false;
    if (before === 'g' && event.key === 'm') focusIn(place.current, '.desk-reader button, .desk-kinds a');
    else if (before === 'g' && event.key === 's') focusIn(place.current, '.desk-scoring input');
    else if (event.key === 'j') open(neighbours.next);
    else if (event.key === 'k') open(neighbours.previous);
    else if (event.key === 'n') open(neighbours.unfinished);
    else if (event.key === 'f') openNextMaterial(place.current);
    else if (event.key === '[') setShare(share === 0 ? 70 : 0);
    else if (event.key === ']') setShare(share === 100 ? 70 : 100);
    else if (event.key === '?') help();
    else if (event.key === 'ArrowDown' && event.shiftKey) moveCriterion(place.current, 1);
    else if (event.key === 'ArrowUp' && event.shiftKey) moveCriterion(place.current, -1);
    else if (/^[1-9]$/.test(event.key)) return chooseLevel(Number(event.key));
    else return false;
    return true;
  });
  useEffect(() => {
    if (!isVisible) return undefined;
    let before = '';
    const press = (event: KeyboardEvent) => {
      const isOurs = latest.current(event, before);
      before = event.key;
      if (isOurs) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isVisible, latest]);
};
