import { lineOf, type PeriodKind, type PeriodRow } from './periods.ts';

/** Employment or absences, one line each. */
export const PeriodLines = ({
  kind,
  rows,
  none = '还没有登记',
}: {
  kind: PeriodKind;
  rows: readonly PeriodRow[];
  none?: string;
}) =>
  rows.length === 0 ? (
    <p className="period-none">{none}</p>
  ) : (
    <ul className="period-lines">
      {rows.map((row, index) => (
        <li key={index}>{lineOf(kind, row)}</li>
      ))}
    </ul>
  );
