const WIDTH = 240;
const HEIGHT = 40;

/** The latest values of a share in per cent, oldest first, as a line; the words beside it say the last one. */
export const Sparkline = ({ values, label }: { values: readonly number[]; label: string }) => {
  // One value alone is a line too.
  const line = values.length === 1 ? [values[0]!, values[0]!] : values;
  const step = WIDTH / Math.max(1, line.length - 1);
  const points = line.map((value, index) => `${index * step},${HEIGHT - (value / 100) * HEIGHT}`);
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
};
