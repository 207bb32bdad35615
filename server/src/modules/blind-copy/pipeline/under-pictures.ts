import { pictures } from './doubt-page.ts';
import { type Drawn, pixelsOfPage } from './draw-page.ts';
import { dropGlyphs, type ReadGlyph } from './read-glyphs.ts';
import type { Page } from './read-page.ts';
import { changingGlyphs } from './visible-glyphs.ts';

/**
 * Glyphs of a page that were painted over, as a photograph over a caption. Only if a picture comes after text is the
 * page drawn again without that text: glyphs whose area stays the same were invisible. `picture` is the page as drawn
 * without `dropped`, nothing covered yet.
 */
export const hiddenByPictures = async (
  { proxy, operators, glyphs }: Page,
  dropped: ReadonlySet<ReadGlyph>,
  { pixels, ...picture }: Drawn & { pixels: Uint8ClampedArray },
  scale: number,
): Promise<ReadonlySet<ReadGlyph>> => {
  const last = operators.fnArray.findLastIndex((fn) => pictures.has(fn));
  const below = glyphs.filter((glyph) => glyph.op < last && !dropped.has(glyph) && glyph.text.trim() !== '');
  if (below.length === 0) return new Set();
  const putBack = dropGlyphs(operators, [...dropped, ...below]);
  const bare = await pixelsOfPage(proxy, scale);
  putBack();
  const seen = new Set(changingGlyphs(below, { pixels, bare }, picture, scale));
  return new Set(below.filter((glyph) => !seen.has(glyph)));
};
