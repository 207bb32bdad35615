// The viewer parts find the library where it leaves itself, so it comes first.
import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- With ?url the bundler answers the address, which is the default export.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { WEB_BASE } from '@zhiping/shared/constants.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

const assets = `${WEB_BASE}/${__PDFJS__}`;
const MAX_PICTURE_PIXELS = 64_000_000;

/** Open a PDF of ours: nothing of it runs, and nothing of it is fetched from elsewhere. */
export const loadPdf = (url: string) =>
  getDocument({
    url,
    enableXfa: false,
    useWasm: false,
    maxImageSize: MAX_PICTURE_PIXELS,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
  });
