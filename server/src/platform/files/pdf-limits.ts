import { MAX_PDF_PAGES } from '@zhiping/shared/rules/file/formats.ts';
import { type HelperLimits, looksIn } from '../helper/limits.ts';

/** Limits of a PDF. */
export type PdfLimits = HelperLimits & {
  pages: number;
  /** Maximum unpacked size of a content: more than a page of A3 in colour at 600 dpi. */
  inflatedBytes: number;
};

export const pdfLimits: PdfLimits = {
  cpuMs: 30_000,
  idleLooks: looksIn(30_000),
  residentBytes: 1024 ** 3,
  heapMegabytes: 256,
  silentMs: 600_000,
  pages: MAX_PDF_PAGES,
  inflatedBytes: 256 * 1024 * 1024,
};
