import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import { doubtPage } from './doubt-page.ts';
import { DPI, operatorsOf, scaleFor } from './draw-page.ts';
import { hearLeftOut } from './hear-warnings.ts';
import { readGbk } from './gbk-text.ts';
import { type Font, type Operators, type ReadGlyph, readGlyphs } from './read-glyphs.ts';

/** A page, its operators and what they show. */
export type Page = {
  number: number;
  width: number;
  height: number;
  proxy: PDFPageProxy;
  operators: Operators;
  glyphs: ReadGlyph[];
  doubts: PageDoubt[];
};

/** So large a page that its letters are a few pixels high. */
const MIN_SCALE = 0.8;

/** Link annotations show no text. */
const isNote = ({ subtype }: { subtype: string }) => subtype !== 'Link' && subtype !== 'Popup';

/** Stands for a font that failed to load: the library gives a message for it, and draws nothing. */
const failed: Font = { name: '' };

/** A font without its tables, which are megabytes: a kept glyph keeps its font. */
const fontOf = ({ commonObjs }: PDFPageProxy, name: string): Font | null => {
  if (!commonObjs.has(name)) return null;
  const font = commonObjs.get(name) as Font | string;
  if (typeof font === 'string') return failed;
  for (const table of ['toFontChar', 'widths', 'vmetrics', 'differences', 'defaultEncoding'])
    Reflect.deleteProperty(font, table);
  return font;
};

/** A page with what it shows, drawn by these operators from now on. */
export const loadPage = async (pdf: PDFDocumentProxy, number: number) => {
  const proxy = await pdf.getPage(number);
  const { transform } = proxy.getViewport({ scale: 1 });
  const [operators, isLeftOut] = await hearLeftOut(() => operatorsOf(proxy));
  const layers = await pdf.getOptionalContentConfig();
  const read = () =>
    readGlyphs(operators, {
      page: number,
      transform,
      fontOf: (name) => fontOf(proxy, name),
      isVisible: (properties) => layers.isVisible(properties as never),
    });
  const glyphs = read();
  return { proxy, operators, isLeftOut, glyphs: readGbk(operators, glyphs) ? read() : glyphs };
};

export const readPage = async (pdf: PDFDocumentProxy, number: number): Promise<Page> => {
  const { proxy, operators, isLeftOut, glyphs: all } = await loadPage(pdf, number);
  const { width, height } = proxy.getViewport({ scale: 1 });
  const notes = (await proxy.getAnnotations()) as { subtype: string }[];
  const glyphs = all.filter(({ isHidden }) => !isHidden);
  return {
    number,
    width,
    height,
    proxy,
    operators,
    glyphs,
    doubts: doubtPage(operators, glyphs, {
      hasNotes: notes.some(isNote),
      isLeftOut: isLeftOut || scaleFor(width, height, DPI) < MIN_SCALE,
    }),
  };
};
