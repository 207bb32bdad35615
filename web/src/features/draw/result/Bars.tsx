import './result.css';

type Bar = { label: string; value: number; before?: number };

const WIDTH = 320;
const HEIGHT = 120;
const FOOT = 18;
const HEAD = 14;

const shareOf = (value: number, most: number) => (most === 0 ? 0 : value / most);

type Props = {
  title: string;
  bars: readonly Bar[];
  /** Unit of the bar values: 人, 处. */
  unit: string;
  /** Unit of the numbers below the bars, appended to them: ` 份`. */
  of?: string;
  /** Name of the outlines behind the bars, if there are any. */
  beforeName?: string;
};

/**
 * A small histogram: bars with their numbers, and outlines of the former values behind them. Screen readers get the
 * same numbers.
 */
export const Bars = ({ title, bars, unit, of = '', beforeName }: Props) => {
  const most = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before ?? 0]));
  const step = WIDTH / Math.max(1, bars.length);
  const room = HEIGHT - FOOT - HEAD;
  const words = bars
    .filter(({ value, before }) => value > 0 || (before ?? 0) > 0)
    .map(({ label, value, before }) => {
      const counted = `${label}${of} ${value} ${unit}`;
      return before === undefined || before === value ? counted : `${counted}（${beforeName} ${before}）`;
    });
  return (
    <figure className="result-bars">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}：${words.join('，') || '没有'}`}
      >
        {bars.map(({ label, value, before }, at) => {
          const [left, width] = [at * step + 2, Math.min(step - 4, 48)];
          const x = left + (step - 4 - width) / 2;
          const height = shareOf(value, most) * room;
          const outline = shareOf(before ?? 0, most) * room;
          return (
            <g key={label}>
              {value > 0 && (
                <rect
                  className="result-bar"
                  x={x}
                  y={HEAD + room - height}
                  width={width}
                  height={height}
                  rx={2}
                />
              )}
              {before !== undefined && before > 0 && (
                <rect
                  className="result-outline"
                  x={x}
                  y={HEAD + room - outline}
                  width={width}
                  height={outline}
                  rx={2}
                />
              )}
              {(value > 0 || (before ?? 0) > 0) && (
                <text
                  className="result-value"
                  x={x + width / 2}
                  y={HEAD + room - Math.max(height, outline) - 3}
                >
                  {value}
                </text>
              )}
              <text className="result-label" x={x + width / 2} y={HEIGHT - 4}>
                {label}
              </text>
            </g>
          );
        })}
        <line className="result-axis" x1={0} x2={WIDTH} y1={HEAD + room} y2={HEAD + room} />
      </svg>
      {beforeName && <p className="result-legend">虚线框为{beforeName}</p>}
    </figure>
  );
};
