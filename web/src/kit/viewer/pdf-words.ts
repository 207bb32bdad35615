/** The viewer parts bring words of their own in English; pages get their names from us. */
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
