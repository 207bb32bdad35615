import { useQuery } from '@tanstack/react-query';
import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { isExternal, joinPath } from '../../lib/menu-tree.ts';
import { useSession } from '../../lib/session-store.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { fixedPages } from '../menu/fixed-pages.ts';
import type { Entry } from './entries.ts';

const NONE: readonly Entry[] = [];

/** A single Latin letter matches too many records; a single Chinese character is a surname. */
const isSearch = (text: string) => text.length > 1 || /\p{Script=Han}/u.test(text);

const pagesIn = (menus: readonly BuiltMenu[], parent: string): [string, string][] =>
  menus.flatMap((menu) => {
    const path = joinPath(parent, menu.path);
    if (menu.children?.length) return pagesIn(menu.children, path);
    return menu.component && !isExternal(path) ? [[menu.component, path]] : [];
  });

/**
 * Searches people, schools, subjects and notices that the reader may see, after a typing pause. Further typing aborts
 * the request.
 */
export const useRecords = (typed: string) => {
  const text = typed.trim();
  const debounced = useDebounced(text);
  const { user, menus } = useSession();
  const { data, isFetching } = useQuery({
    queryKey: ['records', user?.user.id, debounced],
    queryFn: async ({ signal }) => {
      const { findRecords } = await import('./record-sources.ts');
      const fixed = fixedPages.map(({ component, path }) => [component, path] as const);
      return findRecords(debounced, new Map([...fixed, ...pagesIn(menus ?? [], '')]), signal);
    },
    enabled: debounced === text && isSearch(text),
  });
  const isCurrent = debounced === text && isSearch(text);
  return {
    records: isCurrent ? (data ?? NONE) : NONE,
    isSearching: isSearch(text) && (!isCurrent || isFetching),
  };
};
