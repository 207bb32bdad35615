import { Link } from 'react-router';
import type { Column } from './columns.tsx';
import './card-list.css';
import type { RowsProps } from './DataTable.tsx';
import { useSubView } from './use-sub-view.ts';

/** The rows on a phone: name and status on the first line, the chosen fields below. */
export function CardList<T>({ list, columns, idOf, noun }: RowsProps<T>) {
  const { hrefOf } = useSubView('view');
  const at = (place: Column<T>['mobile']) => columns.filter((column) => column.mobile === place);
  const fields = at('field');

  return (
    <ul className="card-list" aria-label={`${noun}列表`}>
      {list.rows.map((row) => (
        <li key={idOf(row)}>
          <div className="card-head">
            {at('title').map((column) =>
              column.isLink ? (
                <Link key={column.key} to={hrefOf(idOf(row))}>
                  {column.render(row)}
                </Link>
              ) : (
                <span key={column.key}>{column.render(row)}</span>
              ),
            )}
            {at('status').map((column) => (
              <span key={column.key}>{column.render(row)}</span>
            ))}
          </div>
          <dl>
            {fields.map((column) => (
              <div key={column.key}>
                <dt className="visually-hidden">{column.label}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
