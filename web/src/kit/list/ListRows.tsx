import { Pagination, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { preloadable } from '../../lib/preloadable.ts';
import { MOBILE_QUERY, useIsMobile } from '../../lib/use-media.ts';
import { CardList } from './CardList.tsx';
import type { RowsProps, WorkProps } from './DataTable.tsx';
import { clearFilters, hasFilters } from './list.ts';
import './list-rows.css';
import { PrintedList, type Printed } from './PrintedList.tsx';
import { Empty, Failed, Loading, NoMatch } from '../display/states.tsx';
import { pageItem } from './page-item.ts';

const table = preloadable(() => import('./DataTable.tsx'));
// Phones show cards and never need the table; a desktop loads it in parallel with the rows.
if (!matchMedia(MOBILE_QUERY).matches) table.preload().catch(() => undefined);

type Props<T> = RowsProps<T> &
  WorkProps<T> &
  Pick<TableProps<T>, 'size' | 'expandable'> & {
    /** Rendered before the name on a card. */
    beforeName?: (row: T) => ReactNode;
  };

type RowsWithFoot<T> = Props<T> & {
  /** Replaces the total in the footer. */
  foot?: ReactNode;
  printed?: Printed<T>;
};

function TableOf<T extends object>(props: Omit<Props<T>, 'lead'>) {
  const DataTable = table.useLoaded();
  return DataTable ? <DataTable {...props} /> : <Loading />;
}

function Body<T extends object>({ beforeName, ...rows }: Props<T>) {
  const isMobile = useIsMobile();
  const { list, noun } = rows;
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
  return isMobile ? <CardList {...rows} beforeName={beforeName} /> : <TableOf {...rows} />;
}

/** The rows of a list in every state, its pagination, and its printed version. */
export function ListRows<T extends object>({ foot, printed, ...props }: RowsWithFoot<T>) {
  const isMobile = useIsMobile();
  const { noun, columns, idOf, list } = props;
  const { query, result, rows, total, set } = props.list;
  return (
    <>
      <div className="list-rows" aria-busy={result.isFetching}>
        {result.isFetching && !result.isPending && <div className="list-progress" />}
        <Body {...props} />
      </div>
      <PrintedList title={`${noun}列表`} {...{ list, columns, idOf }} {...printed} />
      {rows.length > 0 && (
        <div className="list-foot">
          {foot || <span>共 {total} 条</span>}
          <Pagination
            itemRender={pageItem}
            current={query.page + 1}
            pageSize={query.size}
            total={total}
            showSizeChanger={!isMobile}
            pageSizeOptions={[10, 20, 50, 100]}
            simple={isMobile}
            onChange={(page, size) => set({ page: page - 1, size })}
          />
        </div>
      )}
    </>
  );
}
