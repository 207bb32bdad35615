import { queryOptions, useQuery } from '@tanstack/react-query';
import { menuApi, type GrantableMenuTree } from '@zhiping/shared/contracts/menu.ts';
import { call } from '../lib/api.ts';

/** Loads level by level, because no endpoint returns all menus at once. */
const fetchBelow = async (pid: number, signal: AbortSignal): Promise<GrantableMenuTree[]> => {
  const menus = await call(menuApi.lazy, { query: { pid }, signal });
  return Promise.all(
    menus.map(async (menu) =>
      menu.hasChildren ? { ...menu, children: await fetchBelow(menu.id, signal) } : menu,
    ),
  );
};

const menuTree = queryOptions({
  queryKey: [menuApi.lazy.path, 'tree'],
  queryFn: ({ signal }) => fetchBelow(0, signal),
});

/** All menus with their buttons. */
export const useMenuTree = () => useQuery(menuTree);
