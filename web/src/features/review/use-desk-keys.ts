import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useLatest } from '../../lib/use-latest.ts';
import { useTabVisible } from '../../lib/tab-context.ts';
import type { Share } from './use-share.ts';
import { readStored } from '../../lib/browser-storage.ts';

/** The halves of a desk. */
export type Half = 'materials' | 'scoring';

type Options = {
  place: RefObject<HTMLElement | null>;
  neighbours: { previous: number | undefined; next: number | undefined; unfinished: number | undefined };
  share: Share;
  setShare: (share: Share) => void;
  /** Unfolds a half, or turns to it where only one is shown. */
  show: (half: Half) => void;
  help: () => void;
};

export const KEYS_OFF = 'zhiping-desk-keys-off';

export const areKeysOff = (): boolean => readStored('localStorage', KEYS_OFF) === '1';

/** Input types in which no letters are typed. */
const CHOSEN = new Set(['radio', 'checkbox', 'button']);

/** Whether the arrows move within the target. */
const hasLines = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether letters are typed into the target. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLInputElement ? !CHOSEN.has(target.type) : hasLines(target);

/** Whether the key belongs to an input method. Safari ends a composition with such a key after it has ended. */
const isComposing = ({ isComposing: is, key }: KeyboardEvent) => is || key === 'Process';

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

/** Whether a node stands in or below an element. */
const isAtOrBelow = (element: HTMLElement, node: Node): boolean =>
  (element.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;

/** Focuses the level of the next or previous criterion, where a digit chooses another. */
const moveCriterion = (place: HTMLElement | null, by: 1 | -1) => {
  const criteria = [...(place?.querySelectorAll<HTMLElement>('[data-part^="criterion-"]') ?? [])];
  const focused = document.activeElement ?? document.body;
  const at = criteria.findLastIndex((criterion) => isAtOrBelow(criterion, focused));
  // Below a criterion, as at the conclusion, the previous one is that criterion.
  const aim = by < 0 && !criteria[at]?.contains(focused) ? at : at + by;
  const next = criteria[Math.min(criteria.length - 1, Math.max(0, aim))];
  const chosen = next?.querySelector<HTMLElement>('input[type="radio"]:checked');
  (chosen ?? next?.querySelector<HTMLElement>('input[type="radio"]'))?.focus();
};

/** Chooses the n-th level of the focused criterion. */
const chooseLevel = (n: number): boolean => {
  const levels = document.activeElement?.closest('li')?.querySelectorAll<HTMLElement>('input[type="radio"]');
  const level = levels?.[n - 1];
  level?.click();
  return level !== undefined;
};

const criterionSteps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Keyboard shortcuts of the review page. Single letters are ignored while typing and can be switched off (WCAG 2.1.4).
 */
export const useDeskKeys = ({ place, neighbours, share, setShare, show, help }: Options): void => {
  const navigate = useNavigate();
  const isVisible = useTabVisible();
  const latest = useLatest((event: KeyboardEvent, before: string): boolean => {
    const open = (id: number | undefined) => {
      if (id !== undefined) void navigate(`/desk/task?task=${id}`);
    };
    /** What is folded cannot have the focus. */
    const inHalf = (half: Half, act: () => void) => {
      flushSync(() => show(half));
      act();
    };
    if (isComposing(event)) return false;
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter') inHalf('scoring', () => openSummary(place.current, event.target));
      if (event.key === 's') window.dispatchEvent(new Event('blur'));
      return event.key === 'Enter' || event.key === 's';
    }
    if (event.altKey) return false;
    const by = criterionSteps[event.key];
    if (event.shiftKey && by && !hasLines(event.target)) {
      event.stopPropagation();
      inHalf('scoring', () => moveCriterion(place.current, by));
      return true;
    }
    if (isTyping(event.target) || areKeysOff()) return false;
    if (before === 'g' && event.key === 'm')
      inHalf('materials', () => focusIn(place.current, '.desk-reader button, .desk-kinds a'));
    else if (before === 'g' && event.key === 's')
      inHalf('scoring', () => focusIn(place.current, '.desk-scoring input'));
    else if (event.key === 'j') open(neighbours.next);
    else if (event.key === 'k') open(neighbours.previous);
    else if (event.key === 'n') open(neighbours.unfinished);
    else if (event.key === 'f') openNextMaterial(place.current);
    else if (event.key === '[') setShare(share === 0 ? 70 : 0);
    else if (event.key === ']') setShare(share === 100 ? 70 : 100);
    else if (event.key === '?') help();
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
    // Before a number field, which would count by ten.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [isVisible, latest]);
};
