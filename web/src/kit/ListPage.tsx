import { useEffect, type ReactNode } from 'react';
import { announce } from '../lib/announce.ts';
import { useCommands } from '../lib/commands.ts';
import { useIsMobile } from '../lib/use-media.ts';
import type { RowsProps } from './DataTable.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';
import { FilterBar } from './FilterBar.tsx';
import { clearFilters, hasFilters } from './list.ts';
import './list-page.css';
import { ListRows } from './ListRows.tsx';
import { PageHead } from './PageHead.tsx';
import { Empty } from './states.tsx';
import { useTableView } from './table-view.ts';
import { useSubView } from './use-sub-view.ts';
import { ViewControls } from './ViewControls.tsx';

type Props<T> = RowsProps<T> & {
  title: string;
  search: ReactNode;
  filters: ReactNode;
  detail: { title: (row: T) => string; content: (row: T) => ReactNode };
};

/** The default arrangement of a list. A page with other needs takes the parts. */
export function ListPage<T extends object>({ title, search, filters, detail, ...rows }: Props<T>) {
  const { list, columns, idOf, noun } = rows;
  const isMobile = useIsMobile();
  const view = useTableView(noun);
  const opened = useSubView('view');
  const openedRow = list.rows.find((row) => String(idOf(row)) === opened.value);
  const isSettled = !list.result.isFetching && !list.result.isError;

  useCommands([
    { label: `刷新${noun}列表`, run: () => void list.result.refetch() },
    ...(hasFilters(list) ? [{ label: '清空筛选条件', run: () => clearFilters(list) }] : []),
  ]);

  useEffect(() => {
    if (isSettled) announce(`共 ${list.total} 条`);
  }, [isSettled, list.total]);

  return (
    <section className="panel">
      <PageHead title={title} />
      <div className="list-tools">
        <FilterBar list={list} search={search}>
          {filters}
        </FilterBar>
        {!isMobile && <ViewControls list={list} columns={columns} view={view} />}
      </div>
      <ListRows {...rows} columns={view.visible(columns)} size={view.density} />
      <DetailDrawer
        title={openedRow ? detail.title(openedRow) : noun}
        isOpen={opened.value !== null && (openedRow !== undefined || isSettled)}
        onClose={opened.close}
      >
        {openedRow ? detail.content(openedRow) : <Empty text={`这条${noun}不在当前列表中，可能已被删除`} />}
      </DetailDrawer>
    </section>
  );
}
