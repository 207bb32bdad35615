import { useEffect, useRef } from 'react';
import { keepFocus } from '../../kit/hooks/keep-focus.ts';
import { announce } from '../../lib/announce.ts';
import { useLatest } from '../../lib/use-latest.ts';

/** Key of the history entry at which the browser loaded the app; undefined once the first page was shown. */
let loadedAt: string | undefined = (history.state as { key?: string } | null)?.key ?? 'default';

/** How often, and for how many attempts, to look for a new heading, whose code and data load first. */
const LOOK_MS = 50;
const LOOKS = 100;

const headingIn = (view: HTMLElement) =>
  [...view.querySelectorAll('h1')].find((heading) => heading.checkVisibility());

/**
 * Rendered beside the loaded page: its effect runs when the page is rendered, and again whenever its tab is shown.
 * Focuses the heading and announces the title, except on the first page after loading, where the browser keeps the
 * focus.
 */
export const FocusHeading = ({ title, locationKey }: { title: string; locationKey: string }) => {
  const marker = useRef<HTMLSpanElement>(null);
  const latest = useLatest({ title, locationKey });
  const mountedAt = useRef(locationKey);
  const seen = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const isFirstPage = latest.current.locationKey === loadedAt;
    loadedAt = undefined;
    if (isFirstPage) return;
    const view = marker.current?.closest<HTMLElement>('[data-tab]');
    const target = view?.querySelector<HTMLElement>('h1') ?? view;
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    announce(latest.current.title);
  }, [latest]);
  // Navigation inside a page, such as from a list to a project, removes the link with the focus; then the new heading
  // gets it.
  useEffect(() => {
    const view = marker.current?.closest<HTMLElement>('[data-tab]');
    const before = seen.current;
    let waiting: ReturnType<typeof setTimeout>;
    const look = (left: number): void => {
      const heading = view && headingIn(view);
      if (heading && heading !== before) {
        seen.current = heading;
        if (locationKey !== mountedAt.current) keepFocus(() => heading);
      } else if (left > 0) waiting = setTimeout(() => look(left - 1), LOOK_MS);
    };
    look(LOOKS);
    return () => clearTimeout(waiting);
  }, [locationKey]);
  return <span ref={marker} hidden />;
};
