import { BookOutlined } from '@ant-design/icons';
import { Pagination } from 'antd';
import type { articleApi } from '@zhiping/shared/contracts/article.ts';
import { Link } from 'react-router';
import { TextFilter } from '../../kit/list/filters/filters.tsx';
import { clearFilters, hasFilters } from '../../kit/list/list.ts';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { Empty, Failed, Loading, NoMatch } from '../../kit/display/states.tsx';
import type { ListRow, ListState } from '../../lib/list-state.ts';
import { pageItem } from '../../kit/list/page-item.ts';

type Summary = ListRow<typeof articleApi.list>;
type Props = {
  list: ListState<typeof articleApi.list>;
  manual: Summary | undefined;
  shownId: number | undefined;
  hrefOf: (id: number) => string;
};

const Notices = ({ list, shownId, hrefOf }: Props) => {
  const notices = list.rows.filter(({ type }) => type === 'notice');
  if (list.result.isPending) return <Loading rows={6} />;
  if (list.result.isError) {
    return <Failed what="通知公告" error={list.result.error} onRetry={() => void list.result.refetch()} />;
  }
  if (list.total === 0) {
    return hasFilters(list) ? (
      <NoMatch onClear={() => clearFilters(list)} />
    ) : (
      <Empty text="还没有通知公告" />
    );
  }
  return (
    <ul>
      {notices.map(({ id, title, publishedAt }) => (
        <li key={id}>
          <Link to={hrefOf(id)} aria-current={id === shownId || undefined}>
            {title}
            <time dateTime={publishedAt}>{publishedAt.slice(0, 10)}</time>
          </Link>
        </li>
      ))}
    </ul>
  );
};

export const ArticleList = (props: Props) => {
  const { list, manual, shownId, hrefOf } = props;
  return (
    <nav className="panel article-list" aria-label="通知公告">
      <PageHead title="通知公告" />
      {manual && (
        <Link
          className="article-manual"
          to={hrefOf(manual.id)}
          aria-current={manual.id === shownId || undefined}
        >
          <BookOutlined /> {manual.title}
        </Link>
      )}
      <TextFilter list={list} name="blurry" label="搜索标题" />
      <Notices {...props} />
      {list.total > list.query.size && (
        <Pagination
          itemRender={pageItem}
          simple
          size="small"
          current={list.query.page + 1}
          pageSize={list.query.size}
          total={list.total}
          onChange={(page) => list.set({ page: page - 1 })}
        />
      )}
    </nav>
  );
};
