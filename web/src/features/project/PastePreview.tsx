import type { Columns } from './paste-columns.ts';
import type { PastedEntry } from './paste-entries.ts';
import './paste.css';

type Props = {
  rows: readonly PastedEntry[];
  columns: Columns;
  isTaken: (row: PastedEntry) => boolean;
};

const wordsIn = (columns: Columns, { entry }: PastedEntry, name: string) => {
  const value = entry[name];
  return value === null || value === undefined || value === '' ? '' : columns[name]!.inWords(value);
};

/** The rows as they will be stored, with their problems, and whether they are added. */
export const PastePreview = ({ rows, columns, isTaken }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling areas need keyboard access
  <div className="paste-preview" role="region" aria-label="将要添加的内容" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">序号</th>
          <th scope="col">情况</th>
          {Object.entries(columns).map(([name, { label }]) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const { entry, problems, notes, same } = row;
          const remarks = [...(same === null ? [] : [same]), ...problems, ...notes];
          return (
            <tr key={entry.key} className={isTaken(row) ? undefined : 'is-left'}>
              <th scope="row">{index + 1}</th>
              <td className="paste-remarks">
                {!isTaken(row) && <strong>不添加。</strong>}
                <span className={same !== null || problems.length > 0 ? 'project-warn' : 'soft'}>
                  {remarks.join('；') || '完整'}
                </span>
              </td>
              {Object.keys(columns).map((name) => (
                <td key={name}>{wordsIn(columns, row, name)}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);
