import { findMarks, type FoundMark } from './find-marks.ts';
import { type Glyph, holdsPoint, middleOf, type Place } from './places.ts';
import { foldText, type Simplify } from './streams.ts';
import { type BlindFacts, type Terms, termsOf } from './terms.ts';

/** A character that recognition read: where its middle is, in parts of its line, and how sure that is. */
export type RecognisedChar = { text: string; at: number; sure: number };

/** A line that recognition read on a picture, by its corners from the upper left one on, clockwise, in pixels. */
type Corner = [x: number, y: number];
export type RecognisedLine = { corners: [Corner, Corner, Corner, Corner]; chars: RecognisedChar[] };

/** A line so much higher than wide is read from top to bottom. */
const TALL = 1.5;
/** A place goes from 0.93 of the size above the baseline to 0.27 below it; so it takes the height of the line. */
const HEIGHT_EM = 1.2;
const DESCENT_EM = 0.27;

const isWide = (text: string) => /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(text);

type Point = readonly [number, number];
const between = ([ax, ay]: Point, [bx, by]: Point, part: number): [number, number] => [
  ax + (bx - ax) * part,
  ay + (by - ay) * part,
];

/**
 * The characters of a line as glyphs. Recognition knows their middles to some pixels; each goes as far as half of its
 * usual width, and never beyond the next one. `scale` is pixels a point.
 */
const glyphsOfLine = ({ corners, chars }: RecognisedLine, page: number, scale: number): Glyph[] => {
  const [a, b, c, d] = corners.map(([x, y]) => [x / scale, y / scale]) as typeof corners;
  const isTall = Math.hypot(d[0] - a[0], d[1] - a[1]) >= TALL * Math.hypot(b[0] - a[0], b[1] - a[1]);
  // Along the line, its upper side first.
  const [from, to, below, belowTo] = isTall ? [b, c, a, d] : [a, b, d, c];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const height = Math.hypot(below[0] - from[0], below[1] - from[1]);
  const size = height / HEIGHT_EM;
  const up = DESCENT_EM / HEIGHT_EM;
  const start = between(below, from, up);
  const end = between(belowTo, to, up);
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  return chars.map(({ text, at }, index) => {
    const half = (size * (isWide(text) ? 0.55 : 0.3)) / length;
    const before = index === 0 ? 0 : (chars[index - 1]!.at + at) / 2;
    const after = index === chars.length - 1 ? 1 : (at + chars[index + 1]!.at) / 2;
    const [x, y] = between(start, end, Math.max(before, at - half));
    const [endX, endY] = between(start, end, Math.min(after, at + half));
    // Treated as invisible text, whose places get the widest padding.
    return { text, page, x, y, endX, endY, size, angle, isVertical: false, ink: 'none' };
  });
};

export const glyphsOfLines = (lines: readonly RecognisedLine[], page: number, scale: number): Glyph[] =>
  lines.flatMap((line) => glyphsOfLine(line, page, scale));

/** Letters and digits that recognition takes for each other. */
const alike = (text: string) => text.replaceAll(/[1i|!]/g, 'l').replaceAll('0', 'o');

const MIN_LONG = 6;

/** Recognition loses spaces, so long terms are found within words too. */
const withoutWords = (terms: Terms): Terms => ({
  ...terms,
  exact: terms.exact.map((term) => ({ ...term, needsWord: term.needsWord && term.text.length < MIN_LONG })),
});

export type RecognisedSearch = { terms: Terms; simplify: Simplify }[];

/** Search terms for recognised text: as read, and with similar letters merged. */
export const recognisedSearch = (facts: BlindFacts, simplify: Simplify): RecognisedSearch => {
  const folded = (text: string) => alike(simplify(text));
  return [
    { terms: withoutWords(termsOf(facts, simplify)), simplify },
    {
      terms: { ...withoutWords(termsOf(facts, folded)), cities: [], shortNames: [], surnames: [] },
      simplify: folded,
    },
  ];
};

/** Finds among recognised glyphs, each once. */
export const findRecognised = (glyphs: readonly Glyph[], search: RecognisedSearch): FoundMark[] => {
  const found = new Map<string, FoundMark>();
  for (const one of search)
    for (const mark of findMarks(glyphs, one)) {
      const key = mark.glyphs.join();
      if (!found.has(key)) found.set(key, mark);
    }
  return [...found.values()];
};

const isCompared = (char: string) => /[\p{L}\p{N}]/u.test(char);

/** Length of the longest common subsequence. */
const commonLength = (one: string[], other: string[]): number => {
  let last = new Uint16Array(other.length + 1);
  for (const char of one) {
    const next = new Uint16Array(other.length + 1);
    for (let at = 0; at < other.length; at++)
      next[at + 1] = char === other[at] ? last[at]! + 1 : Math.max(next[at]!, last[at + 1]!);
    last = next;
  }
  return last[other.length]!;
};

/** Where a line stands, in points. */
export const placeOfLine = ({ corners }: RecognisedLine, page: number, scale: number): Place => {
  const [[x, y], [rightX, rightY], , [downX, downY]] = corners;
  return {
    page,
    x: x / scale,
    y: y / scale,
    width: Math.hypot(rightX - x, rightY - y) / scale,
    height: Math.hypot(downX - x, downY - y) / scale,
    angle: Math.atan2(rightY - y, rightX - x),
  };
};

/** Which part of the text of a page recognition read in the same place and order; all of it where there is none. */
export const agreementOf = (
  text: readonly Glyph[],
  lines: readonly RecognisedLine[],
  { page, scale, simplify }: { page: number; scale: number; simplify: Simplify },
): number => {
  const charsOf = (parts: readonly { text: string }[]) =>
    parts.flatMap((part) => [...foldText(part.text, simplify)]).filter(isCompared);
  const rest = new Set(text.filter((glyph) => isCompared(glyph.text)));
  const all = charsOf([...rest]).length;
  if (all === 0) return 1;
  let agreed = 0;
  for (const line of lines) {
    const place = placeOfLine(line, page, scale);
    const [cos, sin] = [Math.cos(place.angle), Math.sin(place.angle)];
    const along = ({ x, y }: Glyph) => x * cos + y * sin;
    const under = [...rest].filter((glyph) => holdsPoint(place, middleOf(glyph)));
    for (const glyph of under) rest.delete(glyph);
    agreed += commonLength(charsOf(under.sort((a, b) => along(a) - along(b))), charsOf(line.chars));
  }
  return agreed / all;
};
