import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { HOME_PATH } from '../../lib/paths.ts';
import { leavesOf, type SidebarNode } from '../../lib/menu-tree.ts';
import { pageEntries } from '../search/entries.ts';
import { useSearch } from '../search/use-search.ts';
import { Problem } from '../../kit/display/Problem.tsx';

const KeptElsewhere = lazy(() => import('../../features/review/FormerExpertOpinions.tsx'));

export const NotFoundPage = ({ nodes }: { nodes: readonly SidebarNode[] }) => {
  const [query, setQuery] = useState('');
  const entries = useMemo(() => pageEntries(leavesOf(nodes)), [nodes]);
  const found = useSearch(entries, query);
  return (
    <Problem title="页面不存在" actions={<Link to={HOME_PATH}>返回首页</Link>}>
      <p>地址可能已经变动，或者您没有打开它的权限。</p>
      <input
        type="search"
        aria-label="在菜单中查找"
        placeholder="在菜单中查找，可输入拼音首字母"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul aria-label="可以打开的页面">
        {found.map(({ key, label, path }) => (
          <li key={key}>
            <Link to={path ?? HOME_PATH}>{label}</Link>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        <KeptElsewhere />
      </Suspense>
    </Problem>
  );
};
