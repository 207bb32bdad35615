import { withoutLookAlikes } from './look-alikes.ts';
import { withoutRadicals } from '../text/radicals.ts';
import type { Glyph } from './places.ts';

/** A text to search, each character with the glyph that drew it. */
export type Stream = {
  text: string;
  /** Index of the glyph of each character. */
  glyphs: number[];
  /** Whether a word begins at a character; one more than there are characters. */
  starts: boolean[];
  /** Whether a character was drawn as a capital. */
  capitals: boolean[];
};

/** Between two glyphs: nothing, a space, the end of a line. */
export type Gap = 'none' | 'space' | 'line';

/** Traditional characters as simplified ones, one by one. */
export type Simplify = (text: string) => string;

const SPACE_EM = 0.17;
const dashes = /[\u2010-\u2015\u2212\u00ad\u2043\ufe63\uff0d]/g;

export const gapBetween = (one: Glyph, next: Glyph): Gap => {
  if (one.page !== next.page) return 'line';
  const size = Math.max(one.size, next.size);
  const distance = Math.hypot(next.x - one.endX, next.y - one.endY);
  if (distance > 1.2 * size) return 'line';
  return distance > SPACE_EM * size ? 'space' : 'none';
};

const kindOf = (char: string) => {
  if (/\d/.test(char)) return 'digit';
  return /[a-z]/.test(char) ? 'latin' : 'other';
};

/** Every character as it is compared: compatibility forms and marks gone, small letters, simplified. */
export const foldText = (text: string, simplify: Simplify): string =>
  withoutLookAlikes(
    simplify(
      withoutRadicals(text)
        .normalize('NFKC')
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .normalize('NFC')
        .toLowerCase(),
    ),
  );

export type Streams = {
  /** Letters and digits alone. */
  tight: Stream;
  /** All but spaces, dashes as one. */
  marked: Stream;
};

/** Whether a hyphen at the end of a line breaks a word. */
const isWordBroken = (parts: readonly string[]) => parts.at(-1) === '-' && /[a-z]/.test(parts.at(-2) ?? '');

/** The streams of glyphs in one order. */
export const streamsOf = (
  glyphs: readonly Glyph[],
  order: readonly number[],
  simplify: Simplify,
  folded: (index: number) => string = (index) => foldText(glyphs[index]!.text, simplify),
): Streams => {
  const make = (isKept: (char: string) => boolean): Stream => {
    const stream: Stream = { text: '', glyphs: [], starts: [], capitals: [] };
    const parts: string[] = [];
    let isStart = true;
    let last = 'other';
    let previous: Glyph | undefined;
    let wasUpper = true;
    for (const index of order) {
      const glyph = glyphs[index]!;
      const gap = previous ? gapBetween(previous, glyph) : 'none';
      if (gap !== 'none') isStart = true;
      if (glyph.text.trim() === '') {
        isStart = true;
        continue;
      }
      previous = glyph;
      if (gap === 'line' && /^\p{Ll}/u.test(glyph.text) && isWordBroken(parts)) {
        parts.pop();
        stream.glyphs.pop();
        stream.starts.pop();
        stream.capitals.pop();
        isStart = false;
      }
      const isUpper = /\p{Lu}/u.test(glyph.text);
      for (const char of folded(index).replace(dashes, '-')) {
        if (!isKept(char)) {
          isStart = true;
          continue;
        }
        const kind = kindOf(char);
        stream.starts.push(isStart || kind !== last || kind === 'other' || (isUpper && !wasUpper));
        // Characters outside of the first plane are two units of a text; both are of this glyph.
        for (let unit = 1; unit < char.length; unit++) {
          stream.glyphs.push(index);
          stream.starts.push(false);
          stream.capitals.push(false);
        }
        stream.glyphs.push(index);
        stream.capitals.push(isUpper);
        parts.push(char);
        last = kind;
        isStart = false;
      }
      wasUpper = isUpper;
    }
    stream.starts.push(true);
    stream.text = parts.join('');
    return stream;
  };
  return {
    tight: make((char) => /[\p{L}\p{N}]/u.test(char)),
    marked: make((char) => char.trim() !== ''),
  };
};
