/** Replaces the English texts of the pdf.js viewer with none; create-viewer.ts labels the pages. */
export const pdfWords = {
  getLanguage: () => 'zh-cn',
  getDirection: () => 'ltr',
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  pause: () => undefined,
  resume: () => undefined,
};
