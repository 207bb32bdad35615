import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PLACEHOLDER } from '../display/placeholder.tsx';
import { type Column } from './columns.tsx';
import './card-list.css';
import type { RowsProps, WorkProps } from './DataTable.tsx';
import { RowActions } from './actions/RowActions.tsx';
import { useSubView } from '../hooks/use-sub-view.ts';

type Props<T> = RowsProps<T> &
  WorkProps<T> & {
    /** Rendered before the name, for example a button that expands a tree node. */
    beforeName?: ((row: T) => ReactNode) | undefined;
  };

/** The rows on a phone: name and status on the first line, the chosen fields below. */
export function CardList<T>(props: Props<T>) {
  const { list, columns, idOf, noun, nameOf, actionsOf, selection, changed, beforeName } = props;
  const { hrefOf } = useSubView('view');
  const at = (place: Column<T>['mobile']) => columns.filter((column) => column.mobile === place);
  // Leaves out empty values: without a column heading the placeholder means nothing.
  const fieldsOf = (row: T) =>
    columns
      .filter(({ mobile }) => mobile === 'field' || mobile === 'named')
      .map(({ key, label, mobile, render }) => ({ key, label, mobile, value: render(row) }))
      .filter(({ value }) => value !== PLACEHOLDER);

  const box = (row: T) => {
    if (!selection) return null;
    const key = idOf(row);
    const others = selection.keys.filter((one) => one !== key);
    return (
      <Checkbox
        className="card-box"
        aria-label={`选择 ${nameOf(row)}`}
        checked={selection.keys.includes(key)}
        onChange={({ target }) => selection.select(target.checked ? [...others, key] : others)}
      />
    );
  };

  return (
    <ul className="card-list" aria-label={`${noun}列表`}>
      {list.rows.map((row) => (
        <li key={idOf(row)} data-row-key={idOf(row)} className={idOf(row) === changed ? 'changed-row' : ''}>
          <div className="card-head">
            {box(row)}
            {beforeName?.(row)}
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
              <span key={column.key} className="card-status">
                {column.render(row)}
              </span>
            ))}
            {actionsOf && <RowActions isCompact actions={actionsOf(row)} rowName={nameOf(row)} />}
          </div>
          <dl>
            {fieldsOf(row).map(({ key, label, mobile, value }) => (
              <div key={key}>
                <dt className={mobile === 'named' ? undefined : 'visually-hidden'}>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
