import type { ReactNode } from 'react';
import type { RowsProps } from './DataTable.tsx';
import { hasFilters } from './list.ts';
import { Paper } from '../display/Paper.tsx';

/** Number of columns that fit on an A4 page in portrait format. */
const MAX_PORTRAIT_COLUMNS = 6;

/** Numbers and dates, which must not be broken at their hyphens. */
const isCode = (content: ReactNode) => typeof content === 'string' && /^[\d :-]+$/.test(content);

type Props<T> = Pick<RowsProps<T>, 'list' | 'columns' | 'idOf'> & {
  title: string;
  /** Filters, rendered on paper as text with their values. */
  filters?: ReactNode;
};

/** Differences of the printed list: for example all columns, which a narrow window leaves out, or nested rows. */
export type Printed<T> = Pick<Props<T>, 'title' | 'filters'> & Partial<Pick<Props<T>, 'list' | 'columns'>>;

/** The rows on this page of a list, printed as a table at every width of the window. */
export function PrintedList<T>({ list, columns, idOf, title, filters }: Props<T>) {
  const { query, rows, total } = list;
  const pages = Math.max(1, Math.ceil(total / query.size));
  return (
    <Paper kind="list" title={title} isLandscape={columns.length > MAX_PORTRAIT_COLUMNS}>
      <p className="paper-facts">
        {hasFilters(list) && filters}
        <span>共 {total} 条</span>
        <span>
          第 {query.page + 1} 页，共 {pages} 页
        </span>
      </p>
      <table>
        <thead>
          <tr>
            {columns.map(({ key, label, align }) => (
              <th key={key} scope="col" align={align}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {columns.map(({ key, align, render }) => {
                const content = render(row);
                return (
                  <td key={key} align={align} className={isCode(content) ? 'paper-code' : undefined}>
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}
