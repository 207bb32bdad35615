import type { match } from 'pinyin-pro';
import { useEffect, useState } from 'react';

type MatchPinyin = typeof match;
let loaded: MatchPinyin | undefined;

/**
 * The matcher of pinyin-pro; undefined until it is loaded. Its tables are large, so they load when they are first
 * needed. If that fails, it is tried again the next time.
 */
export const usePinyin = (isNeeded: boolean): MatchPinyin | undefined => {
  const [found, setFound] = useState(() => loaded);
  useEffect(() => {
    if (!isNeeded || found) return undefined;
    let isCurrent = true;
    import('pinyin-pro').then(
      (tables) => {
        loaded = tables.match;
        if (isCurrent) setFound(() => tables.match);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, found]);
  return found;
};
