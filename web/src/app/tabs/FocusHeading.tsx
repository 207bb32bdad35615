import { useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';
import { useLatest } from '../../lib/use-latest.ts';

/** Where the browser loaded the app; undefined once somebody has been led on from there. */
let loadedAt: string | undefined = (history.state as { key?: string } | null)?.key ?? 'default';

/**
 * Stands beside the loaded page: its effect runs when the page is there, and again whenever its tab is
 * shown. The first page after loading leaves the focus alone, as the browser does.
 */
export const FocusHeading = ({ title, locationKey }: { title: string; locationKey: string }) => {
  const marker = useRef<HTMLSpanElement>(null);
  const latest = useLatest({ title, locationKey });
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
  return <span ref={marker} hidden />;
};
