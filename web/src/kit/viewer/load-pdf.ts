// The viewer parts find the library where it leaves itself, so it comes first.
import { getDocument, GlobalWorkerOptions, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- With ?url the bundler answers the address, which is the default export.
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { WEB_BASE } from '@zhiping/shared/constants.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

const assets = `${WEB_BASE}/${__PDFJS__}`;
const MAX_PICTURE_PIXELS = 64_000_000;
/** Over a slow line a page comes in one or two parts, and a part in a tenth of a second. */
const PART_BYTES = 256 * 1024;

/** Open a PDF of ours: nothing of it runs, and nothing of it is fetched from elsewhere. */
const loadPdf = (url: string) =>
  getDocument({
    url,
    // Only what is looked at: a whole file of 30 MB would hold up its first page for ten seconds.
    disableStream: true,
    disableAutoFetch: true,
    rangeChunkSize: PART_BYTES,
    // What is odd in a file is nothing that we can mend; a text layer of ours has a font that no machine has.
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    useWasm: false,
    maxImageSize: MAX_PICTURE_PIXELS,
    // What the browser's own decoder made of a picture it keeps, half a gigabyte of them, long after their pages are gone.
    isImageDecoderSupported: false,
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
  });

/** What will probably be read next: one, since each holds memory. */
let ahead: { url: string; loading: ReturnType<typeof loadPdf> } | undefined;

/** Open a file and its first page before somebody asks for it; what goes wrong is told when he does. */
export const openAhead = (url: string): void => {
  if (ahead?.url === url) return;
  void ahead?.loading.destroy();
  const loading = loadPdf(url);
  ahead = { url, loading };
  loading.promise
    .then((document) => document.getPage(1))
    .catch(() => {
      if (ahead?.loading === loading) ahead = undefined;
    });
};

/** The file that was opened ahead, or a fresh one. */
export const takePdf = (url: string): ReturnType<typeof loadPdf> => {
  if (ahead?.url !== url) return loadPdf(url);
  const { loading } = ahead;
  ahead = undefined;
  return loading;
};
