/** A place on a page in its points, counted from the upper left corner; `angle` in radians turns it clockwise about its `x` and `y`. */
export type Place = { page: number; x: number; y: number; width: number; height: number; angle: number };

/** A drawn character: where its baseline begins and ends, and how large it is. */
export type Glyph = {
  text: string;
  page: number;
  x: number;
  y: number;
  endX: number;
  endY: number;
  size: number;
  angle: number;
  isVertical: boolean;
  /** `stroke`: drawn as an outline; `none`: invisible. */
  ink: 'fill' | 'stroke' | 'none';
};

const rotate = (x: number, y: number, angle: number): [number, number] => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

const ASCENT = 0.93;
const DESCENT = 0.27;
const pads = { fill: 0.1, stroke: 0.18, none: 0.3 } as const;

type Extent = { left: number; right: number; top: number; bottom: number };

/** In a frame turned by its angle. */
const extentOf = ({ x, y, endX, endY, size, angle, isVertical, ink }: Glyph): Extent => {
  const pad = pads[ink] * size;
  const [fromX, fromY] = rotate(x, y, -angle);
  const [toX, toY] = rotate(endX, endY, -angle);
  if (isVertical)
    return {
      left: fromX - size / 2 - pad,
      right: fromX + size / 2 + pad,
      top: Math.min(fromY, toY) - pad,
      bottom: Math.max(fromY, toY) + pad,
    };
  return {
    left: Math.min(fromX, toX) - pad,
    right: Math.max(fromX, toX) + pad,
    top: fromY - ASCENT * size - pad,
    bottom: fromY + DESCENT * size + pad,
  };
};

const NEAR_ANGLE = 0.02;

/** Whether the second goes on where the first ends, on one line of one direction. */
const goesOn = (one: Glyph, next: Glyph) => {
  if (one.page !== next.page || Math.abs(one.angle - next.angle) > NEAR_ANGLE) return false;
  const size = Math.max(one.size, next.size);
  const a = extentOf(one);
  const b = extentOf(next);
  return one.isVertical
    ? Math.abs(a.left - b.left) < size / 2 && Math.abs(b.top - a.bottom) < 1.5 * size
    : Math.abs(a.bottom - b.bottom) < size / 2 && Math.abs(b.left - a.right) < 1.5 * size;
};

const STEP_EM = 0.5;
const SPARE_EM = 0.08;

/**
 * Widths are whole halves of an em, so that the length of a place reveals less; no wider, since other text stands
 * beside it.
 */
const inSteps = ({ left, right, top, bottom }: Extent, { size, isVertical, ink }: Glyph): Extent => {
  const length = (isVertical ? bottom - top : right - left) - 2 * pads[ink] * size;
  const step = STEP_EM * size;
  const more = Math.max(0, (Math.ceil((length - SPARE_EM * size) / step) * step - length) / 2);
  return isVertical
    ? { left, right, top: top - more, bottom: bottom + more }
    : { left: left - more, right: right + more, top, bottom };
};

/** The places of characters, those that follow each other as one. */
export const placesOf = (glyphs: readonly Glyph[]): Place[] => {
  const runs: Glyph[][] = [];
  for (const glyph of glyphs) {
    const run = runs.at(-1);
    if (run && goesOn(run.at(-1)!, glyph)) run.push(glyph);
    else runs.push([glyph]);
  }
  return runs.map((run) => {
    const all = run.map(extentOf);
    const { left, right, top, bottom } = inSteps(
      {
        left: Math.min(...all.map((one) => one.left)),
        right: Math.max(...all.map((one) => one.right)),
        top: Math.min(...all.map((one) => one.top)),
        bottom: Math.max(...all.map((one) => one.bottom)),
      },
      run[0]!,
    );
    const { page, angle } = run[0]!;
    const [x, y] = rotate(left, top, angle);
    const round = (value: number) => Math.round(value * 100) / 100;
    return { page, x: round(x), y: round(y), width: round(right - left), height: round(bottom - top), angle };
  });
};

/** The middle of a character. */
export const middleOf = ({ x, y, endX, endY, size, angle, isVertical }: Glyph): [number, number] => {
  const [upX, upY] = isVertical ? [0, 0] : rotate(0, -size / 3, angle);
  return [(x + endX) / 2 + upX, (y + endY) / 2 + upY];
};

export const holdsPoint = (place: Place, [x, y]: readonly [number, number]): boolean => {
  const [right, down] = rotate(x - place.x, y - place.y, -place.angle);
  return right >= 0 && down >= 0 && right <= place.width && down <= place.height;
};

/** Its corners, in turn. */
export const cornersOf = ({ x, y, width, height, angle }: Place): [number, number][] =>
  [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([right, down]) => {
    const [dx, dy] = rotate(right!, down!, angle);
    return [x + dx, y + dy];
  });
