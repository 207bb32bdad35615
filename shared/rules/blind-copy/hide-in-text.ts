import { hasDirectionMarks, withoutDirectionMarks } from '../text/direction-marks.ts';
import { isWarned } from './kinds.ts';
import { findPatterns, findTerms, type Found } from './patterns.ts';
import type { Glyph } from './places.ts';
import { type Simplify, type Stream, streamsOf } from './streams.ts';
import type { Terms } from './terms.ts';

/** Replacement of hidden text. */
export const HIDDEN = '〔已隐去〕';

/** Characters in one line, as if they were drawn side by side. */
const glyphOf = (text: string, at: number): Glyph => ({
  text,
  page: 1,
  x: at,
  y: 0,
  endX: at + 1,
  endY: 0,
  size: 1,
  angle: 0,
  isVertical: false,
  ink: 'fill',
});

type Search = { terms: Terms; simplify: Simplify };
type Range = { first: number; last: number };

/** All that is found in one order of the characters. */
const findIn = (glyphs: readonly Glyph[], order: readonly number[], { terms, simplify }: Search): Range[] => {
  const { tight, marked } = streamsOf(glyphs, order, simplify);
  const ranges = (stream: Stream, found: readonly Found[]) =>
    found.filter(({ kind }) => !isWarned(kind)).map(({ from, to }) => rangeOf(stream.glyphs.slice(from, to)));
  return [...ranges(tight, findTerms(tight, terms)), ...ranges(marked, findPatterns(marked, terms))];
};

const rangeOf = (glyphs: readonly number[]): Range => ({
  first: Math.min(...glyphs),
  last: Math.max(...glyphs),
});

/** Characters put between two of a name to hide it; more of them are rather another sentence. */
const MAX_BETWEEN = 4;

const isClose = (glyphs: readonly number[]) =>
  glyphs.every((at, index) => index === 0 || Math.abs(at - glyphs[index - 1]!) <= MAX_BETWEEN + 1);

/** Names of people and places among some of the characters, as if the others were not there: 张1国2华. */
const findSpaced = (
  glyphs: readonly Glyph[],
  order: readonly number[],
  { terms, simplify }: Search,
): Range[] => {
  const { tight } = streamsOf(glyphs, order, simplify);
  const named = { ...terms, exact: terms.exact.filter(({ text }) => !/\p{N}/u.test(text)) };
  return findTerms(tight, named)
    .map(({ from, to }) => tight.glyphs.slice(from, to))
    .filter(isClose)
    .map(rangeOf);
};

/**
 * A text for blind readers: whatever may reveal the owner, by the same search as in materials, is hidden together with
 * the characters in between. Finds that would only be pointed out stay. Names are also found with digits or letters
 * between their characters and, where marks of direction turn the text round, backwards; the marks themselves go.
 */
export const hideInText = (text: string, search: Search): string => {
  const glyphs = Array.from(text, glyphOf);
  const order = glyphs.map((_, index) => index);
  const orders = hasDirectionMarks(text) ? [order, order.toReversed()] : [order];
  const among = (kept: RegExp) => (one: number[]) => one.filter((index) => kept.test(glyphs[index]!.text));
  const ranges = [
    ...orders.flatMap((one) => findIn(glyphs, one, search)),
    ...[...orders.map(among(/\P{N}/u)), ...orders.map(among(/\p{Script=Han}/u))].flatMap((one) =>
      findSpaced(glyphs, one, search),
    ),
  ];
  const isHidden = (at: number) => ranges.some(({ first, last }) => first <= at && at <= last);
  const shown = glyphs.map((glyph, index) => {
    if (!isHidden(index)) return glyph.text;
    return index > 0 && isHidden(index - 1) ? '' : HIDDEN;
  });
  return withoutDirectionMarks(shown.join(''));
};
