import { isWarned } from './kinds.ts';
import { findPatterns, findTerms } from './patterns.ts';
import type { Glyph } from './places.ts';
import { type Simplify, streamsOf } from './streams.ts';
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

/**
 * A text for blind readers: whatever may reveal the owner, by the same search as in materials, is hidden together with
 * the characters in between. Finds that would only be pointed out stay.
 */
export const hideInText = (
  text: string,
  { terms, simplify }: { terms: Terms; simplify: Simplify },
): string => {
  const glyphs = Array.from(text, glyphOf);
  const { tight, marked } = streamsOf(
    glyphs,
    glyphs.map((_, index) => index),
    simplify,
  );
  const hidden = new Set<number>();
  for (const [stream, found] of [
    [tight, findTerms(tight, terms)],
    [marked, findPatterns(marked, terms)],
  ] as const)
    for (const { kind, from, to } of found)
      if (!isWarned(kind))
        for (let at = stream.glyphs[from]!; at <= stream.glyphs[to - 1]!; at += 1) hidden.add(at);
  if (hidden.size === 0) return text;
  return glyphs
    .map((glyph, index) => {
      if (!hidden.has(index)) return glyph.text;
      return hidden.has(index - 1) ? '' : HIDDEN;
    })
    .join('');
};
