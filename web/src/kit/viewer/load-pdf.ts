// Import pdf.js first: it registers itself on `globalThis`, where the viewer module looks for it.
import { getDocument, GlobalWorkerOptions, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- With ?url the default export is the address of the file.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { MAX_PICTURE_PIXELS } from '@zhiping/shared/rules/file/formats.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

const assets = `${WEB_BASE}/${__PDFJS__}`;
/** On a slow connection a page needs one or two parts, and a part a tenth of a second. */
const PART_BYTES = 256 * 1024;

/** Opens a PDF from the server. Scripts in it do not run, and it loads nothing from other hosts. */
const loadPdf = (url: string) =>
  getDocument({
    url,
    // Loads only the viewed pages: a whole file of 30 MB would delay its first page by ten seconds.
    disableStream: true,
    disableAutoFetch: true,
    rangeChunkSize: PART_BYTES,
    // No warnings: we cannot repair odd files, and our own text layer uses a font that no machine has.
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    useWasm: false,
    maxImageSize: MAX_PICTURE_PIXELS,
    // The browser's ImageDecoder keeps decoded pictures, half a gigabyte of them, long after their pages are gone.
    isImageDecoderSupported: false,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
  });

/** The file that will probably be read next; only one, because each needs memory. */
let preloaded: { url: string; loading: ReturnType<typeof loadPdf> } | undefined;

/**
 * Opens a file and its first page before the reader asks for it. Errors are ignored here; they appear when the reader
 * opens it.
 */
export const preloadPdf = (url: string): void => {
  if (preloaded?.url === url) return;
  void preloaded?.loading.destroy();
  const loading = loadPdf(url);
  preloaded = { url, loading };
  loading.promise
    .then((document) => document.getPage(1))
    .catch(() => {
      if (preloaded?.loading === loading) preloaded = undefined;
    });
};

/** The file that was opened ahead, or a new one. */
export const openPdf = (url: string): ReturnType<typeof loadPdf> => {
  if (preloaded?.url !== url) return loadPdf(url);
  const { loading } = preloaded;
  preloaded = undefined;
  return loading;
};
