import { captchaGlyphs } from '../src/platform/auth/captcha-glyphs.ts';

type Point = readonly [x: number, y: number];

/** Points along a line of corners, close enough to stand for it. */
const along = (corners: readonly Point[]): Point[] =>
  corners.slice(1).flatMap((to, index) => {
    const from = corners[index]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 1.5));
    return Array.from({ length: steps + 1 }, (_, step): Point => {
      const part = step / steps;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    });
  });

/** Every dark stroke of a picture; pale ones are noise. */
const strokesOf = (svg: string): Point[] =>
  [...svg.matchAll(/<path d="([^C"]+)"/g)].flatMap(([, path]) =>
    path!
      .split('M')
      .filter(Boolean)
      .flatMap((stroke) =>
        // A pair of numbers by the form of the path, which the type of split() does not express.
        along(stroke.split('L').map((pair) => pair.trim().split(' ').map(Number) as unknown as Point)),
      ),
  );

const nearest = (point: Point, points: readonly Point[]): Point =>
  points.reduce((best, one) =>
    Math.hypot(one[0] - point[0], one[1] - point[1]) < Math.hypot(best[0] - point[0], best[1] - point[1])
      ? one
      : best,
  );
const distance = (from: readonly Point[], to: readonly Point[]) =>
  from.reduce((sum, point) => {
    const near = nearest(point, to);
    return sum + Math.min(4, Math.hypot(near[0] - point[0], near[1] - point[1]));
  }, 0) / from.length;

/** Least squares of v = a x + b y + c. */
const fitLine = (points: readonly Point[], values: readonly number[]) => {
  const m = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const r = [0, 0, 0];
  points.forEach(([x, y], index) => {
    const row = [x, y, 1];
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 3; j += 1) m[i * 3 + j]! += row[i]! * row[j]!;
      r[i]! += row[i]! * values[index]!;
    }
  });
  const det = (a: number[]) =>
    a[0]! * (a[4]! * a[8]! - a[5]! * a[7]!) -
    a[1]! * (a[3]! * a[8]! - a[5]! * a[6]!) +
    a[2]! * (a[3]! * a[7]! - a[4]! * a[6]!);
  const whole = det(m);
  return [0, 1, 2].map(
    (column) =>
      det(m.map((value, index) => (index % 3 === column ? r[(index - column) / 3]! : value))) / whole,
  );
};

/** How badly a glyph fits, after it was moved, turned, scaled and sheared onto the points. */
const misfit = (glyph: readonly Point[], points: readonly Point[], centre: Point) => {
  let placed = glyph.map(([x, y]): Point => [centre[0] + (x - 10) * 0.9, centre[1] + (y - 15) * 0.88]);
  for (let round = 0; round < 12; round += 1) {
    const targets = placed.map((point) => nearest(point, points));
    const [a, b, c] = fitLine(
      glyph,
      targets.map(([x]) => x),
    );
    const [d, e, f] = fitLine(
      glyph,
      targets.map(([, y]) => y),
    );
    const moved = glyph.map(([x, y]): Point => [a! * x + b! * y + c!, d! * x + e! * y + f!]);
    const isSane = a! > 0.6 && a! < 1.2 && e! > 0.6 && e! < 1.2 && Math.abs(b!) < 0.6 && Math.abs(d!) < 0.4;
    if (!isSane) break;
    placed = moved;
  }
  return distance(placed, points) + distance(points, placed);
};

/** The answer that a script finds: the strokes of the table, fitted to each of the four columns. */
export const solve = (svg: string): string => {
  const points = strokesOf(svg);
  return [0, 1, 2, 3]
    .map((column) => {
      const centre: Point = [6 + 27 * (column + 0.5), 20];
      const own = points.filter(([x]) => Math.abs(x - centre[0]) < 13.5);
      if (own.length === 0) return '?';
      const scores = [...captchaGlyphs].map(
        ([name, strokes]) => [name, misfit(strokes.flatMap(along), own, centre)] as const,
      );
      return scores.toSorted((one, other) => one[1] - other[1])[0]![0];
    })
    .join('');
};
