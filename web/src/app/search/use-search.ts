import { useEffect, useMemo, useState } from 'react';
import { searchEntries, type Entry, type MatchPinyin } from './entries.ts';

const withoutPinyin: MatchPinyin = () => false;
let loaded: MatchPinyin = withoutPinyin;

/** The pinyin tables are large, so they load with the first typed letter. */
const loadPinyin = async () => {
  const { match } = await import('pinyin-pro');
  loaded = (text, query) => match(text, query, { continuous: true, precision: 'any' }) !== null;
  return loaded;
};

export const useSearch = (entries: readonly Entry[], query: string): Entry[] => {
  const [matchPinyin, setMatchPinyin] = useState(() => loaded);
  const isTyping = query !== '';
  useEffect(() => {
    if (!isTyping || loaded !== withoutPinyin) return undefined;
    let isCurrent = true;
    loadPinyin().then(
      (ready) => isCurrent && setMatchPinyin(() => ready),
      // Without the tables the search still finds the written text.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isTyping]);
  return useMemo(() => searchEntries(entries, query, matchPinyin), [entries, query, matchPinyin]);
};
