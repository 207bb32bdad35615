import { loadSpread, type ResultFigures } from '@zhiping/shared/rules/assignment/result-figures.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import './figures-table.css';

type Column = { name: string; figures: ResultFigures };

const points = (value: number | null) => (value === null ? '' : `${value} 分`);
const spread = (figures: ResultFigures) => {
  const found = loadSpread(figures);
  if (!found) return '';
  return found.least === found.most ? `${found.most} 份` : `${found.least} 至 ${found.most} 份`;
};

const rows: readonly [label: string, value: (figures: ResultFigures) => string][] = [
  ['平均匹配', ({ meanMatch }) => points(meanMatch)],
  ['匹配最低的材料', ({ worstFile }) => points(worstFile)],
  ['每位专家', spread],
  ['已分配', ({ filled }) => `${filled} 人次`],
  ['空缺', ({ unfilled }) => `${unfilled} 人次`],
];

/** Compares the figures of several results side by side, before one of them is saved. */
export const FiguresTable = ({ caption, columns }: { caption: string; columns: readonly Column[] }) => (
  <ScrollRegion label={caption} className="figures-wide">
    <table className="figures-table">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">指标</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map(({ name, figures }) => (
              <td
                key={name}
                className={value(figures) === value(columns[0]!.figures) ? undefined : 'is-changed'}
              >
                {value(figures)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);
