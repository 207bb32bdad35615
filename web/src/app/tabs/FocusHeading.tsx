import { useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';

let hasNavigated = false;

/**
 * Stands inside the page's suspense boundary: its effect runs when the page is there, and again whenever its tab is
 * shown. The first page after loading leaves the focus alone, as the browser does.
 */
export const FocusHeading = ({ title }: { title: string }) => {
  const marker = useRef<HTMLSpanElement>(null);
  const latestTitle = useRef(title);
  useEffect(() => {
    latestTitle.current = title;
  });
  useEffect(() => {
    if (!hasNavigated) {
      hasNavigated = true;
      return;
    }
    const view = marker.current?.closest<HTMLElement>('[data-tab]');
    const target = view?.querySelector<HTMLElement>('h1') ?? view;
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    announce(latestTitle.current);
  }, []);
  return <span ref={marker} hidden />;
};
