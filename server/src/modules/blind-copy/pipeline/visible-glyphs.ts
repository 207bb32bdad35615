import { type Glyph, middleOf } from '@zhiping/shared/rules/blind-copy/places.ts';

const MIN_CONTRAST = 28;
const MARK_REACH = 0.55;
const LETTER_REACH = 0.3;
const HAN_REACH = 0.38;
/** Of its own width. */
const ADVANCE_REACH = 0.4;

/**
 * How far around its middle a character has ink, in points. Letters have some well within their own place: a bar over a line of text ends
 * outside of it, so that its edges are no ink.
 */
const reachOf = ({ text, size, x, y, endX, endY }: Glyph) => {
  if (!/[\p{L}\p{N}]/u.test(text)) return MARK_REACH * size;
  const reach = (/\p{Script=Han}/u.test(text) ? HAN_REACH : LETTER_REACH) * size;
  return Math.min(reach, ADVANCE_REACH * Math.hypot(endX - x, endY - y));
};

type Size = { width: number; height: number };

/**
 * Whether the letter of a glyph is visible, pixel by pixel around its middle: `look` takes the index of a pixel and
 * returns true once it is.
 */
const isSeen = (glyph: Glyph, { width, height }: Size, scale: number, look: (at: number) => boolean) => {
  const [x, y] = middleOf(glyph);
  const reach = Math.max(2, reachOf(glyph) * scale);
  const left = Math.max(0, Math.floor(x * scale - reach));
  const right = Math.min(width - 1, Math.ceil(x * scale + reach));
  const top = Math.max(0, Math.floor(y * scale - reach));
  const bottom = Math.min(height - 1, Math.ceil(y * scale + reach));
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) if (look((row * width + column) * 4)) return true;
  return false;
};

const greyAt = (pixels: Uint8ClampedArray, at: number) =>
  (pixels[at]! + 2 * pixels[at + 1]! + pixels[at + 2]!) >> 2;

/** Glyphs with ink under them: text invisible on the picture must not be readable behind it. */
export const visibleGlyphs = <G extends Glyph>(
  glyphs: readonly G[],
  pixels: Uint8ClampedArray,
  size: Size,
  scale: number,
): G[] =>
  glyphs.filter((glyph) => {
    if (glyph.text.trim() === '') return true;
    let least = 255;
    let most = 0;
    return isSeen(glyph, size, scale, (at) => {
      const value = greyAt(pixels, at);
      least = Math.min(least, value);
      most = Math.max(most, value);
      return most - least > MIN_CONTRAST;
    });
  });

/** Those without which a page looks otherwise: `bare` is the page without them. A photograph over letters has ink of its own, but not theirs. */
export const changingGlyphs = <G extends Glyph>(
  glyphs: readonly G[],
  { pixels, bare }: { pixels: Uint8ClampedArray; bare: Uint8ClampedArray },
  size: Size,
  scale: number,
): G[] =>
  glyphs.filter((glyph) =>
    isSeen(
      glyph,
      size,
      scale,
      (at) =>
        Math.abs(pixels[at]! - bare[at]!) > MIN_CONTRAST ||
        Math.abs(pixels[at + 1]! - bare[at + 1]!) > MIN_CONTRAST ||
        Math.abs(pixels[at + 2]! - bare[at + 2]!) > MIN_CONTRAST,
    ),
  );
