import { deflateSync } from 'node:zlib';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Drawn } from './draw-page.ts';

/** A page as the picture that stands in the copy. */
export type PagePicture = {
  bytes: Buffer;
  width: number;
  height: number;
  kind: 'grey' | 'colours' | 'photo';
};

/** More coloured pixels than this make a page coloured, in parts of all. */
const MIN_COLOURED = 0.002;
const COLOUR_SPREAD = 40;
/** Of so many pixels one is looked at; no divisor of usual widths, so that they do not stand in columns. */
const LOOKED_EVERY = 23;
/** A photo has most of its pixels neither on paper nor in one of few colours. */
const MIN_SHADES = 0.12;
const PHOTO_BYTES = 290_000;
const PHOTO_QUALITIES = [75, 58, 42];
/**
 * Content that no quality makes small enough, such as scanner noise, gets fewer pixels; letters stay legible at 130
 * dots an inch.
 */
const SMALLER = 0.65;
const SMALLER_QUALITIES = [50];
const LEAST_QUALITY = 35;
const LEVELS = 6;

type Look = 'grey' | 'colours' | 'photo';

const lookOf = (pixels: Uint8ClampedArray): Look => {
  let coloured = 0;
  let shades = 0;
  let looked = 0;
  for (let at = 0; at < pixels.length; at += LOOKED_EVERY * 4) {
    const red = pixels[at]!;
    const green = pixels[at + 1]!;
    const blue = pixels[at + 2]!;
    const most = Math.max(red, green, blue);
    const least = Math.min(red, green, blue);
    looked += 1;
    if (most - least > COLOUR_SPREAD) coloured += 1;
    if (most > 30 && least < 240) shades += 1;
  }
  if (shades > MIN_SHADES * looked) return 'photo';
  return coloured > MIN_COLOURED * looked ? 'colours' : 'grey';
};

const PNG_UP = 2;

/** Rows as differences from the one above, which is what deflate likes of printed pages. */
const packRows = (rows: Uint8Array, rowBytes: number, height: number): Buffer => {
  const filtered = Buffer.allocUnsafe((rowBytes + 1) * height);
  for (let row = 0; row < height; row++) {
    const to = row * (rowBytes + 1);
    const from = row * rowBytes;
    filtered[to] = PNG_UP;
    for (let at = 0; at < rowBytes; at++)
      filtered[to + 1 + at] =
        row === 0 ? rows[from + at]! : (rows[from + at]! - rows[from + at - rowBytes]!) & 255;
  }
  return deflateSync(filtered, { level: 6, memLevel: 9 });
};

/** Four bits a pixel; paper and ink are as they should be. */
const greyRows = (pixels: Uint8ClampedArray, width: number, height: number) => {
  const rowBytes = (width + 1) >> 1;
  const levels = new Uint8Array(256);
  for (let value = 0; value < 256; value++)
    levels[value] = Math.min(15, Math.max(0, Math.round(((value - 12) / (240 - 12)) * 15)));
  const rows = new Uint8Array(rowBytes * height);
  let at = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += 4) {
      const value = levels[(pixels[at]! * 77 + pixels[at + 1]! * 151 + pixels[at + 2]! * 28) >> 8]!;
      rows[row * rowBytes + (column >> 1)]! |= column & 1 ? value : value << 4;
    }
  return { rows, rowBytes };
};

/** One byte a pixel in a cube of colours. */
const colourRows = (pixels: Uint8ClampedArray, width: number, height: number) => {
  const steps = new Uint8Array(256);
  for (let value = 0; value < 256; value++)
    steps[value] = Math.min(LEVELS - 1, Math.max(0, Math.round(((value - 10) / 235) * (LEVELS - 1))));
  const rows = new Uint8Array(width * height);
  for (let at = 0, to = 0; to < rows.length; at += 4, to++)
    rows[to] =
      steps[pixels[at]!]! * LEVELS * LEVELS + steps[pixels[at + 1]!]! * LEVELS + steps[pixels[at + 2]!]!;
  return { rows, rowBytes: width };
};

/** The colours that coloured pages are made of, three bytes each. */
export const palette: Uint8Array = Uint8Array.from({ length: LEVELS ** 3 * 3 }, (_, at) => {
  const colour = Math.floor(at / 3);
  const step = [Math.floor(colour / LEVELS ** 2), Math.floor(colour / LEVELS) % LEVELS, colour % LEVELS][
    at % 3
  ]!;
  return Math.round((step * 255) / (LEVELS - 1));
});

/** Rows of which a sample takes some: whole blocks of a JPEG. */
const STRIP_ROWS = 16;
const STRIP_EVERY = 128;

/** A few rows from all over a picture; from the bytes they take follow those of the whole, for an eighth of the work. */
const sampleOf = (canvas: Canvas) => {
  const { width, height } = canvas;
  const strips = Math.ceil(height / STRIP_EVERY);
  const sample = createCanvas(width, strips * STRIP_ROWS);
  const context = sample.getContext('2d');
  for (let strip = 0; strip < strips; strip++)
    context.drawImage(
      canvas,
      0,
      Math.min(strip * STRIP_EVERY, height - STRIP_ROWS),
      width,
      STRIP_ROWS,
      0,
      strip * STRIP_ROWS,
      width,
      STRIP_ROWS,
    );
  return { sample, share: sample.height / height };
};

/** The best of these qualities that makes a photo small enough, or null. */
const encodeWithin = async (canvas: Canvas, qualities: readonly number[]): Promise<Buffer | null> => {
  const { sample, share } = sampleOf(canvas);
  for (const quality of qualities) {
    if ((await sample.encode('jpeg', quality)).length > PHOTO_BYTES * share) continue;
    const bytes = await canvas.encode('jpeg', quality);
    if (bytes.length <= PHOTO_BYTES) return bytes;
  }
  return null;
};

const encodePhoto = async ({ width, height, context }: Drawn): Promise<PagePicture> => {
  const bytes = await encodeWithin(context.canvas, PHOTO_QUALITIES);
  if (bytes) return { bytes, width, height, kind: 'photo' };
  const smaller = createCanvas(Math.ceil(width * SMALLER), Math.ceil(height * SMALLER));
  smaller.getContext('2d').drawImage(context.canvas, 0, 0, smaller.width, smaller.height);
  return {
    bytes: (await encodeWithin(smaller, SMALLER_QUALITIES)) ?? (await smaller.encode('jpeg', LEAST_QUALITY)),
    width: smaller.width,
    height: smaller.height,
    kind: 'photo',
  };
};

/** Make the picture of a page small: text in sixteen greys, drawings in few colours, photos as such. */
export const encodePage = async (drawn: Drawn, pixels: Uint8ClampedArray): Promise<PagePicture> => {
  const { width, height } = drawn;
  const kind = lookOf(pixels);
  if (kind === 'photo') return encodePhoto(drawn);
  const { rows, rowBytes } =
    kind === 'grey' ? greyRows(pixels, width, height) : colourRows(pixels, width, height);
  return { bytes: packRows(rows, rowBytes, height), width, height, kind };
};
