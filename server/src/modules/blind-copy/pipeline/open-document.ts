import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MAX_PDF_PAGES } from '@zhiping/shared/rules/file/formats.ts';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => join(root, name, '/');

/** Larger pictures take more memory and time than a copy may: they are left out of the drawing, and the page is doubted. */
const MAX_DRAWN_PIXELS = 50e6;

/** More than any honest file needs. */
export class TooMuch extends Error {}

/** A PDF, opened with nothing that runs and nothing that is fetched from elsewhere. */
export const openDocument = async (
  data: Uint8Array,
  maxImageSize = MAX_DRAWN_PIXELS,
): Promise<PDFDocumentProxy> => {
  const pdf = await getDocument({
    data,
    // The library reports by warnings alone what it cannot draw; see hear-warnings.ts.
    verbosity: VerbosityLevel.WARNINGS,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    fontExtraProperties: true,
    maxImageSize,
    canvasMaxAreaInBytes: 256e6,
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
  } as Parameters<typeof getDocument>[0]).promise;
  if (pdf.numPages > MAX_PDF_PAGES) throw new TooMuch('too many pages');
  return pdf;
};
