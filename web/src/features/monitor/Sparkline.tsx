const WIDTH = 240;
const HEIGHT = 40;

/** A line of the latest percentages, oldest first; the text beside it says the last one. */
export const Sparkline = ({ values, label }: { values: readonly number[]; label: string }) => {
  // A single value is drawn as a flat line.
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
