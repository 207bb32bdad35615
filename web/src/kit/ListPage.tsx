import { Pagination } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { announce } from '../lib/announce.ts';
import { useIsMobile } from '../lib/use-media.ts';
import { CardList } from './CardList.tsx';
import { DataTable, type RowsProps } from './DataTable.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';
import { FilterBar } from './FilterBar.tsx';
import { clearFilters, hasFilters } from './list.ts';
import './list-page.css';
import { PageHead } from './PageHead.tsx';
import { Empty, Failed, Loading, NoMatch } from './states.tsx';
import { useTableView } from './table-view.ts';
import { useSubView } from './use-sub-view.ts';
import { ViewControls } from './ViewControls.tsx';

type Props<T> = RowsProps<T> & {
  title: string;
  filters: ReactNode;
  /** Buttons beside the title, each inside `Can`. */
  actions?: ReactNode;
  detail: { title: (row: T) => string; content: (row: T) => ReactNode };
};

/** The default arrangement of a list. A page with other needs takes the parts. */
export function ListPage<T extends object>({ title, filters, actions, detail, ...rows }: Props<T>) {
  const { list, columns, idOf, noun } = rows;
  const isMobile = useIsMobile();
  const view = useTableView(noun);
  const opened = useSubView('view');
  const openedRow = list.rows.find((row) => String(idOf(row)) === opened.value);
  const isSettled = !list.result.isFetching && !list.result.isError;

  useEffect(() => {
    if (isSettled) announce(`共 ${list.total} 条`);
  }, [isSettled, list.total]);

  const body = () => {
    if (list.result.isPending) return <Loading />;
    if (list.result.isError) {
      return <Failed what={noun} error={list.result.error} onRetry={() => void list.result.refetch()} />;
    }
    if (list.rows.length === 0) {
      return hasFilters(list) ? (
        <NoMatch onClear={() => clearFilters(list)} />
      ) : (
        <Empty text={`还没有${noun}`} />
      );
    }
    if (isMobile) return <CardList {...rows} />;
    return <DataTable {...rows} columns={view.visible(columns)} size={view.density} />;
  };

  return (
    <section className="list-page">
      <PageHead title={title}>{actions}</PageHead>
      <div className="list-tools">
        <FilterBar list={list}>{filters}</FilterBar>
        {!isMobile && <ViewControls list={list} columns={columns} view={view} />}
      </div>
      <div className="list-body" aria-busy={list.result.isFetching}>
        {list.result.isFetching && !list.result.isPending && <div className="list-progress" />}
        {body()}
      </div>
      {list.rows.length > 0 && (
        <Pagination
          className="list-pages"
          current={list.query.page + 1}
          pageSize={list.query.size}
          total={list.total}
          showTotal={(total) => `共 ${total} 条`}
          showSizeChanger={!isMobile}
          pageSizeOptions={[10, 20, 50, 100]}
          simple={isMobile}
          onChange={(page, size) => list.set({ page: page - 1, size })}
        />
      )}
      <DetailDrawer
        title={openedRow ? detail.title(openedRow) : noun}
        isOpen={opened.value !== null && isSettled}
        onClose={opened.close}
      >
        {openedRow ? detail.content(openedRow) : <Empty text={`这条${noun}不在当前列表中，可能已被删除`} />}
      </DetailDrawer>
    </section>
  );
}
