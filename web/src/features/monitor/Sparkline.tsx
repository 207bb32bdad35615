const WIDTH = 240;
const HEIGHT = 40;

/** The latest values of a share in per cent, oldest first, as a line; the words beside it say the last one. */
export const Sparkline = ({ values, label }: { values: readonly number[]; label: string }) => {
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${index * step},${HEIGHT - (value / 100) * HEIGHT}`);
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
