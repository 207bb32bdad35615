import { common } from './lying-font.ts';
import type { DrawnGlyph, Font, Operators, ReadGlyph } from './read-glyphs.ts';

/*
 * Old Chinese programs write GBK, two bytes a character, with simple fonts that are not embedded. The library knows some of these fonts by
 * name; of the others it takes each byte for a Latin sign.
 */

type Shown = readonly (DrawnGlyph | number)[];

const gbk = new TextDecoder('gbk');
const FIRST_LEAD = 0x81;
const FIRST_TRAIL = 0x40;
const LAST = 0xfe;

const isLead = (code: number) => code >= FIRST_LEAD && code <= LAST;

/** The character of two bytes, or null. */
const characterOf = (lead: number, trail: number): string | null => {
  if (!isLead(lead) || trail < FIRST_TRAIL || trail > LAST) return null;
  const text = gbk.decode(Uint8Array.of(lead, trail));
  return [...text].length === 1 && text !== '\uFFFD' ? text : null;
};

type Pair = { text: string; isTrailLatin: boolean };

/** The same text with one glyph for two bytes; kerning between the bytes is kept behind them. */
const joinBytes = (shown: Shown, onPair?: (pair: Pair) => void, onLone?: () => void) => {
  const joined: (DrawnGlyph | number)[] = [];
  let lead: DrawnGlyph | null = null;
  let leadAt = 0;
  const endLead = () => {
    if (lead) onLone?.();
    lead = null;
  };
  for (const one of shown) {
    if (typeof one === 'number') {
      joined.push(one);
      continue;
    }
    const text: string | null = lead && characterOf(lead.originalCharCode, one.originalCharCode);
    if (lead && text !== null) {
      const width = lead.width + one.width || 1000;
      joined[leadAt] = { ...lead, unicode: text, fontChar: text, width };
      onPair?.({ text, isTrailLatin: one.originalCharCode < 0x80 });
      lead = null;
      continue;
    }
    endLead();
    if (isLead(one.originalCharCode)) [lead, leadAt] = [one, joined.length];
    joined.push(one);
  }
  endLead();
  return joined;
};

/** MacRoman has two Greek letters, and all encodings have the micro sign. */
const noLatin = /[^\p{Script=Latin}\p{Script=Common}Ωπμ\P{L}]/u;

/** Whether the encoding of a font gives other letters than Latin ones. */
const isOtherScript = (shown: Shown) =>
  shown.some(
    (one) => typeof one !== 'number' && one.originalCharCode >= FIRST_LEAD && noLatin.test(one.unicode),
  );

/** Names come as bytes, in GBK or UTF-8. */
const hasChineseName = ({ name }: Font) =>
  ['gbk', 'utf-8'].some((encoding) =>
    /^[^\uFFFD]*\p{Script=Han}{2}[^\uFFFD]*$/u.test(
      new TextDecoder(encoding).decode(Buffer.from(name, 'latin1')),
    ),
  );

const MIN_COMMON = 2;

/**
 * Whether all that a font shows on a page reads as GBK. Latin texts have quotes and accents before letters and spaces, and hardly two of
 * them in a row; without a Chinese name of the font most characters must be common ones.
 */
const isGbk = (font: Font, texts: readonly Shown[]): boolean => {
  if (texts.some(isOtherScript)) return false;
  let usual = 0;
  let known = 0;
  let odd = 0;
  const onPair = ({ text, isTrailLatin }: Pair) => {
    if (isTrailLatin) odd += 1;
    else usual += 1;
    if (common.has(text)) known += 1;
  };
  for (const shown of texts) joinBytes(shown, onPair, () => (odd += 1));
  return hasChineseName(font) ? usual > odd : known >= MIN_COMMON && known > (usual - known) * 2 + odd;
};

const HALF = 500;
const WHOLE = 1000;

/** Where the library reads GBK, it forgets that digits and Latin letters of these fonts are half as wide. */
const narrow = (shown: Shown) =>
  shown.map((one) =>
    typeof one !== 'number' && one.originalCharCode < 0x80 && one.width === WHOLE
      ? { ...one, width: HALF }
      : one,
  );

/** Rewrite what simple fonts that are not embedded show in GBK. Returns whether there was such text. */
export const readGbk = ({ argsArray }: Operators, glyphs: readonly ReadGlyph[]): boolean => {
  const byFont = Map.groupBy(
    glyphs.filter(({ font }) => font.missingFile && !font.type?.startsWith('CIDFont')),
    ({ font }) => font,
  );
  let isRewritten = false;
  for (const [font, shown] of byFont) {
    const ops = [...new Set(shown.map(({ op }) => op))];
    const texts = ops.map((op) => argsArray[op]![0] as Shown);
    if (!font.composite && !isGbk(font, texts)) continue;
    const rewrite = font.composite ? narrow : (text: Shown) => joinBytes(text);
    ops.forEach((op, index) => (argsArray[op] = [rewrite(texts[index]!)]));
    isRewritten = true;
  }
  return isRewritten;
};
