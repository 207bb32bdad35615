import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Font } from './read-glyphs.ts';
import { type Page, readPage } from './read-page.ts';

/** One that is not embedded takes some 3 MB: each has all characters of Chinese. */
const MAX_UNUSED = 24;

/**
 * The library keeps every font of a document. This frees them, between pages, whenever so many are not of the last page; answers that page,
 * which is loaded anew then.
 */
export const createFontFreer = (pdf: PDFDocumentProxy): ((page: Page) => Promise<Page>) => {
  let loaded = new Set<Font>();
  return async (page) => {
    const used = new Set(page.glyphs.map(({ font }) => font));
    loaded = loaded.union(used);
    if (loaded.size - used.size <= MAX_UNUSED) return page;
    await pdf.cleanup();
    const { proxy, operators, glyphs } = await readPage(pdf, page.number);
    const isSame = page.glyphs.every(
      ({ op, at }, index) => glyphs[index]?.op === op && glyphs[index].at === at,
    );
    if (!isSame) throw new Error('a page changed when it was loaded anew');
    loaded = new Set(glyphs.map(({ font }) => font));
    return { ...page, proxy, operators };
  };
};
