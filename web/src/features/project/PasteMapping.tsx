import { Select } from 'antd';
import type { Columns, Mapping, PastedTable } from './paste-columns.ts';

const NONE = '';

type Props = {
  table: PastedTable;
  mapping: Mapping;
  columns: Columns;
  onChange: (mapping: Mapping) => void;
};

/** Maps each pasted column to a field by hand; a field takes at most one column. */
export const PasteMapping = ({ table: { head, rows, width }, mapping, columns, onChange }: Props) => {
  const options = [
    { value: NONE, label: '不添加' },
    ...Object.entries(columns).map(([value, { label }]) => ({ value, label })),
  ];
  const choose = (at: number, chosen: string) =>
    onChange(
      Array.from({ length: width }, (_, index) => {
        if (index === at) return chosen === NONE ? undefined : chosen;
        return mapping[index] === chosen ? undefined : mapping[index];
      }),
    );
  return (
    <ul className="paste-mapping" aria-label="各列对应的栏目">
      {Array.from({ length: width }, (_, at) => {
        const sample = rows.find((row) => row[at])?.[at] ?? '';
        const name = head?.[at] || `第 ${at + 1} 列`;
        return (
          <li key={at}>
            <span className="paste-sample" title={sample}>
              {name}
              {sample && <span className="soft">，如：{sample}</span>}
            </span>
            <Select
              aria-label={`${name}对应的栏目`}
              options={options}
              value={mapping[at] ?? NONE}
              onChange={(chosen) => choose(at, chosen)}
            />
          </li>
        );
      })}
    </ul>
  );
};
