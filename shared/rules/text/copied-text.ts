import { withoutRadicals } from './radicals.ts';

/** Signs that only look as others do: radicals, compatibility ideographs, ligatures. */
const lookalikes = /[\u2F00-\u2FD5\uF900-\uFAFF\uFB00-\uFB06]|[\u{2F800}-\u{2FA1F}]/gu;

/**
 * Text copied from a file, in the characters that people type: a PDF may hold radicals in the place of characters, which
 * no search finds again. Only these are replaced: NFKC on the whole would make 102 of 10² and half a comma of a full one.
 */
export const copiedText = (text: string): string =>
  withoutRadicals(text)
    .replaceAll('\0', '')
    .replace(lookalikes, (sign) => sign.normalize('NFKC'));
