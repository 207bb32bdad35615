import { Table, type TableColumnType, type TableProps } from 'antd';
import { Link } from 'react-router';
import type { Column } from './columns.tsx';
import type { List } from './list.ts';
import { useSubView } from './use-sub-view.ts';

export type RowsProps<T> = {
  list: List<T>;
  columns: readonly Column<T>[];
  idOf: (row: T) => number;
  /** What the rows are: names the table for screen readers. */
  noun: string;
};

const orders = { asc: 'ascend', desc: 'descend' } as const;

/** Two orders and back to none, as antd cycles through them. */
const orderOf = (sort: string, current: readonly string[] = []) => {
  const [, direction = 'asc'] = current.find((one) => one.split(',')[0] === sort)?.split(',') ?? [sort, ''];
  return orders[direction as keyof typeof orders] ?? null;
};

export default function DataTable<T extends object>({
  list,
  columns,
  idOf,
  noun,
  size,
}: RowsProps<T> & Pick<TableProps, 'size'>) {
  const { hrefOf } = useSubView('view');

  const toAntd = (column: Column<T>): TableColumnType<T> => ({
    key: column.key,
    title: column.label,
    width: column.width,
    // The name stays in sight while a wide table is scrolled sideways.
    fixed: column.isLink && 'start',
    align: column.align,
    sorter: column.sort !== undefined,
    sortOrder: column.sort === undefined ? undefined : orderOf(column.sort, list.query.sort),
    showSorterTooltip: false,
    render: (_, row) =>
      column.isLink ? <Link to={hrefOf(idOf(row))}>{column.render(row)}</Link> : column.render(row),
  });

  const sortBy: TableProps<T>['onChange'] = (_pagination, _filters, sorter) => {
    const { columnKey, order } = Array.isArray(sorter) ? sorter[0]! : sorter;
    const { sort } = columns.find((column) => column.key === columnKey) ?? {};
    list.set({ sort: order && sort ? `${sort},${order === 'ascend' ? 'asc' : 'desc'}` : undefined });
  };

  return (
    <Table<T>
      caption={<span className="visually-hidden">{noun}列表</span>}
      rowKey={idOf}
      size={size}
      columns={columns.map(toAntd)}
      dataSource={list.rows}
      pagination={false}
      scroll={{ x: 'max-content' }}
      onChange={sortBy}
    />
  );
}
