import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import { doubtPage } from './doubt-page.ts';
import { DPI, operatorsOf, scaleFor } from './draw-page.ts';
import { hearLeftOut } from './hear-warnings.ts';
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

export const readPage = async (pdf: PDFDocumentProxy, number: number): Promise<Page> => {
  const proxy = await pdf.getPage(number);
  const viewport = proxy.getViewport({ scale: 1 });
  const { width, height } = viewport;
  const [operators, isLeftOut] = await hearLeftOut(() => operatorsOf(proxy));
  const layers = await pdf.getOptionalContentConfig();
  const notes = (await proxy.getAnnotations()) as { subtype: string }[];
  const all = readGlyphs(operators, {
    page: number,
    transform: viewport.transform,
    fontOf: (name) => (proxy.commonObjs.has(name) ? (proxy.commonObjs.get(name) as Font) : null),
    isVisible: (properties) => layers.isVisible(properties as never),
  });
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
