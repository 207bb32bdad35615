// The viewer parts find the library where it leaves itself, so it comes first.
import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- With ?url the bundler answers the address, which is the default export.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { WEB_BASE } from '@zhiping/shared/constants.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

const assets = `${WEB_BASE}/${__PDFJS__}`;
const MAX_PICTURE_PIXELS = 64_000_000;
/** Over a slow line a page comes in one or two parts, and a part in a tenth of a second. */
const PART_BYTES = 256 * 1024;

/** Open a PDF of ours: nothing of it runs, and nothing of it is fetched from elsewhere. */
export const loadPdf = (url: string) =>
  getDocument({
    url,
    // Only what is looked at: a whole file of 30 MB would hold up its first page for ten seconds.
    disableStream: true,
    disableAutoFetch: true,
    rangeChunkSize: PART_BYTES,
    enableXfa: false,
    useWasm: false,
    maxImageSize: MAX_PICTURE_PIXELS,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
  });
