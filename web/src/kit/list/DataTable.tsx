import { useEffect, useRef, type ComponentRef, type KeyboardEvent } from 'react';
import { Table, type TableColumnType, type TableProps } from 'antd';
import { Link, useNavigate } from 'react-router';
import { usePermitted, type RowAction } from './actions/actions.ts';
import type { Column } from './columns.tsx';
import type { List } from './list.ts';
import { rovingTabIndex } from '../hooks/roving-tab-index.ts';
import { RowActions } from './actions/RowActions.tsx';
import type { RowKey, Selection } from '../hooks/use-selection.ts';
import { useSubView } from '../hooks/use-sub-view.ts';

export type RowsProps<T> = {
  list: List<T>;
  columns: readonly Column<T>[];
  idOf: (row: T) => RowKey;
  /** Names the rows, also as the label of the table for screen readers. */
  noun: string;
  /** The name of one row, for the labels of its buttons. */
  nameOf: (row: T) => string;
};

/** Additions for a list whose rows can be changed. */
export type WorkProps<T> = {
  actionsOf?: ((row: T) => readonly RowAction[]) | undefined;
  selection?: Selection | undefined;
  /** The row that was changed last. */
  changed?: RowKey | undefined;
};

type TableOptions<T> = WorkProps<T> & Pick<TableProps<T>, 'size' | 'expandable'>;

const orders = { asc: 'ascend', desc: 'descend' } as const;

/** antd's sort order of a column; null if the list is not sorted by it. */
const orderOf = (sort: string, current: readonly string[] = []) => {
  const [, direction = 'asc'] = current.find((one) => one.split(',')[0] === sort)?.split(',') ?? [sort, ''];
  return orders[direction as keyof typeof orders] ?? null;
};

/** Growing columns get a minimum width and share the rest; antd only knows fixed widths. */
const widthPropsOf = <T,>({ width, grows, isLink }: Column<T>): Partial<TableColumnType<T>> => {
  if (!grows && !isLink) return { width };
  const least = () => ({ style: { minWidth: width } });
  return { onHeaderCell: least, onCell: least };
};

export default function DataTable<T extends object>({
  list,
  columns,
  idOf,
  noun,
  nameOf,
  actionsOf,
  selection,
  changed,
  ...options
}: RowsProps<T> & TableOptions<T>) {
  const { hrefOf } = useSubView('view');
  const navigate = useNavigate();
  const permitted = usePermitted();

  const actByKey = (row: T) => (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return;
    const action = permitted(actionsOf!(row)).find(({ shortcut }) => shortcut === event.key);
    if (!action || action.reason !== undefined) return;
    event.preventDefault();
    if (action.href === undefined) action.run?.();
    else void navigate(action.href);
  };

  const toAntd = (column: Column<T>): TableColumnType<T> => ({
    key: column.key,
    title: column.label,
    ...widthPropsOf(column),
    // The name stays in view while a wide table scrolls sideways.
    fixed: column.isLink && 'start',
    align: column.align,
    sorter: column.sort !== undefined,
    sortOrder: column.sort === undefined ? undefined : orderOf(column.sort, list.query.sort),
    showSorterTooltip: false,
    render: (_, row) =>
      column.isLink ? <Link to={hrefOf(idOf(row))}>{column.render(row)}</Link> : column.render(row),
  });

  const actions: TableColumnType<T> = {
    key: 'actions',
    title: '操作',
    fixed: 'end',
    width: 1,
    render: (_, row) => <RowActions actions={actionsOf!(row)} rowName={nameOf(row)} />,
  };

  const sortBy: TableProps<T>['onChange'] = (_pagination, _filters, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? sorter[0]! : sorter;
    const { sort } = columns.find((column) => column.key === columnKey) ?? {};
    list.set({ sort: order && sort ? `${sort},${order === 'ascend' ? 'asc' : 'desc'}` : undefined });
  };

  const table = useRef<ComponentRef<typeof Table>>(null);
  useEffect(() => {
    // A region that scrolls sideways must be reachable by keyboard; focusable elements inside are enough for that.
    const scroller = table.current?.nativeElement.querySelector('.ant-table-content');
    if (scroller?.querySelector('a[href], button, input')) scroller.removeAttribute('tabindex');
    else scroller?.setAttribute('tabindex', '0');
  }, [list.rows]);

  useEffect(() => {
    // Marks a table that fits its width: list-rows.css then ends its scroll container, so that the head of the table
    // sticks to the window.
    const content = table.current?.nativeElement.querySelector('.ant-table-content');
    const inner = content?.querySelector('table');
    if (!content || !inner) return undefined;
    const watch = new ResizeObserver(() =>
      content.toggleAttribute('data-fits', inner.offsetWidth <= content.clientWidth),
    );
    for (const element of [content, inner]) watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useEffect(() => rovingTabIndex(table.current?.nativeElement.querySelector('thead') ?? null), []);

  // Scrolls to the first row when the query changes, but not when a hidden tab is shown again.
  const shown = JSON.stringify(list.query);
  const scrolled = useRef(shown);
  useEffect(() => {
    const element = table.current?.nativeElement;
    if (scrolled.current !== shown && element) {
      element.querySelector('.ant-table-content')?.scrollTo(0, 0);
      // Where the header of the window is not fixed, the page scrolls instead of the rows.
      if (element.getBoundingClientRect().top < 0) element.scrollIntoView();
    }
    scrolled.current = shown;
  }, [shown]);

  return (
    <Table<T>
      ref={table}
      caption={<span className="visually-hidden">{noun}列表</span>}
      rowKey={idOf}
      rowClassName={(row) => (idOf(row) === changed ? 'changed-row' : '')}
      rowSelection={
        selection && {
          columnWidth: 40,
          fixed: true,
          selectedRowKeys: [...selection.keys],
          onChange: (keys) => selection.select(keys as RowKey[]),
          getCheckboxProps: (row) => ({ 'aria-label': `选择 ${nameOf(row)}` }),
          getTitleCheckboxProps: () => ({ 'aria-label': `选择本页全部${noun}` }),
        }
      }
      onRow={actionsOf && ((row) => ({ onKeyDown: actByKey(row) }))}
      columns={[...columns.map(toAntd), ...(actionsOf ? [actions] : [])]}
      dataSource={list.rows}
      pagination={false}
      tableLayout="auto"
      scroll={{ x: '100%' }}
      onChange={sortBy}
      {...options}
    />
  );
}
