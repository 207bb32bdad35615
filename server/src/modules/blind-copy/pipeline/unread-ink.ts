import { holdsPoint, type Place } from '@zhiping/shared/rules/blind-copy/places.ts';

type Pixels = { pixels: Uint8ClampedArray; width: number; height: number };

const CELL_POINTS = 0.7;
const MIN_CONTRAST = 40;
const MIN_PIXELS = 2;
/** In cells. Thinner shapes are rules and specks: letters of half a millimetre are unreadable. */
const MAX_THIN = 2;

/** The colour that most of a page has. */
const paperOf = ({ pixels }: Pixels): [number, number, number] => {
  const counts = new Uint32Array(4096);
  let paper = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const key = ((pixels[at]! >> 4) << 8) | ((pixels[at + 1]! >> 4) << 4) | (pixels[at + 2]! >> 4);
    counts[key]! += 1;
    if (counts[key]! > counts[paper]!) paper = key;
  }
  return [((paper >> 8) << 4) + 8, (((paper >> 4) & 15) << 4) + 8, ((paper & 15) << 4) + 8];
};

/** Which cells of a page have ink. */
const inkCells = (picture: Pixels, side: number, columns: number) => {
  const { pixels, width, height } = picture;
  const [red, green, blue] = paperOf(picture);
  const counts = new Uint16Array(columns * Math.ceil(height / side));
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4)
      if (
        Math.abs(pixels[at]! - red) > MIN_CONTRAST ||
        Math.abs(pixels[at + 1]! - green) > MIN_CONTRAST ||
        Math.abs(pixels[at + 2]! - blue) > MIN_CONTRAST
      )
        counts[Math.floor(y / side) * columns + Math.floor(x / side)]! += 1;
  return counts.map((count) => (count >= MIN_PIXELS ? 1 : 0));
};

/** Take a shape out of the cells; answers how large it was across its thinner side. */
const takeShape = (cells: Uint16Array, columns: number, first: number): number => {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  const open = [first];
  cells[first] = 0;
  while (open.length > 0) {
    const cell = open.pop()!;
    const x = cell % columns;
    const y = Math.floor(cell / columns);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    for (let row = y - 1; row <= y + 1; row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
        const next = row * columns + column;
        if (cells[next] !== 1) continue;
        cells[next] = 0;
        open.push(next);
      }
  }
  return Math.min(right - left, bottom - top) + 1;
};

/** How many shapes as large as letters stand on a page beside these places: pictures, seals, handwriting, what was not read. */
export const countUnread = (picture: Pixels, places: readonly Place[], scale: number): number => {
  const side = Math.max(2, Math.round(CELL_POINTS * scale));
  const columns = Math.ceil(picture.width / side);
  const cells = inkCells(picture, side, columns);
  for (const place of places) {
    const reach = Math.hypot(place.width, place.height);
    const from = (point: number) => Math.max(0, Math.floor(((point - reach) * scale) / side));
    const to = (point: number) => Math.ceil(((point + reach) * scale) / side);
    const lastRow = Math.min(cells.length / columns - 1, to(place.y));
    for (let row = from(place.y); row <= lastRow; row++)
      for (let column = from(place.x); column <= Math.min(columns - 1, to(place.x)); column++) {
        const middle = [((column + 0.5) * side) / scale, ((row + 0.5) * side) / scale] as const;
        if (holdsPoint(place, middle)) cells[row * columns + column] = 0;
      }
  }
  let unread = 0;
  cells.forEach((cell, index) => {
    if (cell === 1 && takeShape(cells, columns, index) > MAX_THIN) unread += 1;
  });
  return unread;
};
