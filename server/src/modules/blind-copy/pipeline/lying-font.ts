import type { Font, ReadGlyph } from './read-glyphs.ts';
import { simplify } from './simplify.ts';

/** The 3 755 characters that nearly all of a Chinese text is made of: the first level of GB 2312. */
export const common: ReadonlySet<string> = new Set(
  new TextDecoder('gbk').decode(
    Uint8Array.from({ length: 40 * 94 * 2 }, (_, at) =>
      at % 2 === 0 ? 0xb0 + Math.floor(at / 2 / 94) : 0xa1 + (Math.floor(at / 2) % 94),
    ),
  ),
);

const MIN_HAN = 6;
const MIN_COMMON = 0.6;

/** Characters that differ from the drawn ones are usually rare ones. */
const isRareChinese = (chars: readonly string[]) => {
  const han = chars.filter((char) => /\p{Script=Han}/u.test(char));
  return (
    han.length >= MIN_HAN &&
    han.filter((char) => common.has(simplify(char.normalize('NFKC')))).length < MIN_COMMON * han.length
  );
};

const alphabets = [
  { letters: /^[a-z]$/, narrow: ['i'], wide: ['m', 'w'] },
  { letters: /^[A-Z]$/, narrow: ['I'], wide: ['M', 'W'] },
];
const MIN_LETTERS = 8;

/** In whatever Latin script an i is narrow and an m is wide, but where all letters are of one width. */
const hasOddWidths = (widths: ReadonlyMap<string, number>) =>
  alphabets.some(({ letters, narrow, wide }) => {
    const all = [...widths]
      .filter(([char]) => letters.test(char))
      .map(([, width]) => width)
      .sort((a, b) => a - b);
    const middle = all[all.length >> 1] ?? 0;
    if (all.length < MIN_LETTERS || all.at(-1)! < 1.4 * all[0]!) return false;
    return (
      narrow.some((char) => (widths.get(char) ?? 0) > 0.85 * middle) ||
      wide.some((char) => (widths.get(char) ?? Infinity) < 1.1 * middle)
    );
  });

/** Whether a font maps its drawings to other characters: to rare ones, or to letters of a wrong width. */
export const hasLyingFont = (glyphs: readonly ReadGlyph[], args: readonly unknown[][]): boolean => {
  const fonts = new Map<Font, Map<string, number>>();
  for (const { font, text, op, at } of glyphs) {
    const widths = fonts.get(font) ?? fonts.set(font, new Map()).get(font)!;
    if (!widths.has(text)) widths.set(text, (args[op]![0] as { width: number }[])[at]!.width);
  }
  return [...fonts.values()].some((widths) => isRareChinese([...widths.keys()]) || hasOddWidths(widths));
};
