import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folder = (name: string) => join(root, name, '/');

/** Larger pictures are left out of the drawing, and the page is doubted. */
const MAX_IMAGE_PIXELS = 64e6;

/** A PDF, opened with nothing that runs and nothing that is fetched from elsewhere. */
export const openDocument = (data: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    fontExtraProperties: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: 256e6,
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
  } as Parameters<typeof getDocument>[0]).promise;
