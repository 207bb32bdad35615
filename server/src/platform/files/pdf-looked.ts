/** `too_slow`: more time or memory than any honest file needs. */
export type PdfProblem =
  | 'encrypted'
  | 'broken'
  | 'too_many_pages'
  | 'too_slow'
  | 'huge_page'
  | 'huge_picture'
  | 'nested';
/** Report of the process that opens a PDF. */
export type PdfLooked = { pages: number; cleaned: boolean } | { problem: PdfProblem };

/** Where a file lies that is written anew, until it takes the place of the other. */
export const cleanPath = (path: string) => `${path}.clean`;
