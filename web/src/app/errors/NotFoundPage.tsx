import { Input, Result } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { HOME_PATH } from '../../lib/paths.ts';
import { leavesOf, type SidebarNode } from '../menu/menu-tree.ts';
import { useSearch } from '../search/use-search.ts';
import { pageEntries } from '../search/entries.ts';
import './not-found.css';

export const NotFoundPage = ({ nodes }: { nodes: readonly SidebarNode[] }) => {
  const [query, setQuery] = useState('');
  const found = useSearch(pageEntries(leavesOf(nodes)), query);
  return (
    <div className="tab-view">
      <Result
        status="info"
        title={<h1>页面不存在</h1>}
        subTitle="地址可能已经变动，或者您没有打开它的权限。"
        extra={
          <div className="not-found">
            <Input.Search
              allowClear
              aria-label="在菜单中查找"
              placeholder="在菜单中查找，可输入拼音首字母"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            <ul>
              {found.map(({ key, label, path }) => (
                <li key={key}>
                  <Link to={path ?? HOME_PATH}>{label}</Link>
                </li>
              ))}
            </ul>
            <Link to={HOME_PATH}>返回首页</Link>
          </div>
        }
      />
    </div>
  );
};
