import { useMemo } from 'react';
import { usePinyin } from '../../lib/use-pinyin.ts';
import { searchEntries, type Entry } from './entries.ts';

/** Without the pinyin tables the search still finds the written text. */
export const useSearch = (entries: readonly Entry[], query: string): Entry[] => {
  const match = usePinyin(query !== '');
  return useMemo(
    () =>
      searchEntries(
        entries,
        query,
        (text, wanted) => !!match?.(text, wanted, { continuous: true, precision: 'any' }),
      ),
    [entries, query, match],
  );
};
