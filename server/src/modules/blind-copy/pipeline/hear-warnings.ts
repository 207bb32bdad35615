/** Warnings by which the library reports what it leaves out of a drawing. */
const leftOut =
  /^Warning: (?:Image exceeded|Image dimensions are|Unable to decode (?:inline )?image|getOperatorList - ignoring|handleTilingType - ignoring|parseShading - ignoring|getPathGenerator - ignoring|buildFontPaths - ignoring|getContentStream - ignoring|Type3 character|Dependent image|loadFont - |ensureStateFont|Filter ".*" is not supported|.* -- ignoring the rest of the image data|Unsupported \/?S?Mask)/;

let isLeftOut = false;

const { warn } = console;
// oxlint-disable-next-line no-console -- the only channel of the library
console.warn = (...words: unknown[]) => {
  const [first] = words;
  if (typeof first !== 'string' || !first.startsWith('Warning: ')) return warn(...words);
  isLeftOut ||= leftOut.test(first);
};

/** Runs a call of the library; reports whether it left anything out. */
export const hearLeftOut = async <R>(act: () => Promise<R>): Promise<[result: R, isLeftOut: boolean]> => {
  isLeftOut = false;
  const result = await act();
  return [result, isLeftOut];
};
