/** `too_slow`: it takes more time or memory than any file that somebody means to be read. */
export type PdfProblem = 'encrypted' | 'broken' | 'too_many_pages' | 'too_slow';
/** What the process that opens a PDF tells of it. */
export type PdfLooked = { pages: number; cleaned: boolean } | { problem: PdfProblem };

/** Where a file lies that is written anew, until it takes the place of the other. */
export const cleanPath = (path: string) => `${path}.clean`;
