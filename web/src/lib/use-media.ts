import { MOBILE_BREAKPOINT } from '@zhiping/shared/constants.ts';
import { useCallback, useSyncExternalStore } from 'react';

const screenMatches = new Map<string, boolean>();

/** While a page is printed it keeps the result from the screen, because paper is narrower than a desktop. */
const matchesOnScreen = (query: string): boolean => {
  const known = screenMatches.get(query);
  if (known !== undefined && matchMedia('print').matches) return known;
  const { matches } = matchMedia(query);
  screenMatches.set(query, matches);
  return matches;
};

export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchesOnScreen(query));
};

/** Widths are fractional under zoom: 991.5 px still counts as mobile. */
export const MOBILE_QUERY = `(max-width: ${MOBILE_BREAKPOINT - 0.02}px)`;

export const useIsMobile = () => useMedia(MOBILE_QUERY);
