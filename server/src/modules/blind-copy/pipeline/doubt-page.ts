import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import { hasLyingFont } from './lying-font.ts';
import type { Operators, ReadGlyph } from './read-glyphs.ts';

/** Operators that paint what is no text and may lie over it. */
export const pictures: ReadonlySet<number> = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObject,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageMaskXObjectRepeat,
  OPS.shadingFill,
]);
/** Letters that became shapes, or are written by hand: so few are a name already. */
const MIN_OUTLINES = 3;
const MAX_OUTLINE = 60;
/** Numbers of a path that is but a rectangle, such as a rule of a table. */
const BOX_LENGTH = 16;
const noCode = /[\p{Co}\p{Cn}\p{Cc}\uFFFD]/u;
const MIN_WIDE = 0.9;

type PathArgs = [number, unknown[], ArrayLike<number> | null];

/** Numbers that follow each step of a path: to a point, a line, a curve, a simpler curve, its end. */
const STEP_NUMBERS = [2, 2, 6, 4, 0];
/** Upper bound of the count of strokes. */
const ENOUGH_NUMBERS = 20_000;

const isStroke = (width: number, height: number) =>
  width > 0.5 && height > 2.5 && width < MAX_OUTLINE && height < MAX_OUTLINE && width < 4 * height;

/** A point of a list or of a drawing: four curves, as wide as high. */
const isDot = (curves: number, lines: number, width: number, height: number) =>
  curves === 4 && lines === 0 && Math.abs(width - height) < 0.1 * Math.max(width, height);

/** How many parts of a path could be strokes of a letter: each is one, or a whole line of letters is one path. */
const countOutlines = (args: unknown[], scale: number): number => {
  const [, paths, box] = args as PathArgs;
  const path = paths?.[0] as ArrayLike<number> | null | undefined;
  if (!box || box.length < 4 || !path || path.length <= BOX_LENGTH) return 0;
  let found = 0;
  let [left, top, right, bottom, length] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  let [curves, lines] = [0, 0];
  const end = () => {
    const [width, height] = [(right - left) * scale, (bottom - top) * scale];
    if (length > BOX_LENGTH && isStroke(width, height) && !isDot(curves, lines, width, height)) found += 1;
    [left, top, right, bottom, length] = [Infinity, Infinity, -Infinity, -Infinity, 0];
    [curves, lines] = [0, 0];
  };
  for (let at = 0; at < Math.min(path.length, ENOUGH_NUMBERS);) {
    const step = path[at]!;
    const numbers = STEP_NUMBERS[step] ?? 0;
    if (step === 0) end();
    else if (step === 1) lines += 1;
    else if (step === 2) curves += 1;
    for (let one = at + 1; one <= at + numbers; one += 2) {
      left = Math.min(left, path[one]!);
      right = Math.max(right, path[one]!);
      top = Math.min(top, path[one + 1]!);
      bottom = Math.max(bottom, path[one + 1]!);
    }
    length += numbers + 1;
    at += numbers + 1;
  }
  end();
  return found;
};

const hasText = (operators: Operators): boolean => operators.fnArray.includes(OPS.showText);

/** Operators of tiling patterns stand within a colour. */
const isTextPattern = (args: unknown[]): boolean =>
  args
    .flat(2)
    .some(
      (part) => part !== null && typeof part === 'object' && 'fnArray' in part && hasText(part as Operators),
    );

/**
 * Characters of a Latin script are narrower than the em that one of a Chinese font takes: another one is meant. What is
 * not embedded is drawn as it is read, and such fonts often give all characters one width.
 */
const isMeantOtherwise = (glyphs: readonly ReadGlyph[]) => {
  const hanFonts = new Set(
    glyphs
      .filter(({ text, font }) => !font.missingFile && /\p{Script=Han}/u.test(text))
      .map(({ font }) => font),
  );
  return glyphs.some(
    ({ text, font, x, y, endX, endY, size }) =>
      hanFonts.has(font) &&
      /^[a-z0-9]$/i.test(text) &&
      !/[MWmw]/.test(text) &&
      Math.hypot(endX - x, endY - y) >= MIN_WIDE * size,
  );
};

/** In one font two different pictures say that they are the same character. */
const hasDoubleMeaning = (glyphs: readonly ReadGlyph[], args: readonly unknown[][]) => {
  const seen = new Map<unknown, Map<string, string>>();
  for (const { font, text, op, at } of glyphs) {
    if (!/\p{Script=Han}/u.test(text)) continue;
    const glyph = (args[op]![0] as { fontChar: string }[])[at]!;
    const known = seen.get(font) ?? seen.set(font, new Map()).get(font)!;
    const first = known.get(text);
    if (first === undefined) known.set(text, glyph.fontChar);
    else if (first !== glyph.fontChar) return true;
  }
  return false;
};

/** Why what was read of a page may be less than what is seen on it. */
export const doubtPage = (
  operators: Operators,
  glyphs: readonly ReadGlyph[],
  { hasNotes, isLeftOut }: { hasNotes: boolean; isLeftOut: boolean },
): PageDoubt[] => {
  const { fnArray, argsArray } = operators;
  const doubts = new Set<PageDoubt>();
  let outlines = 0;
  let isPainted = false;
  let scale = 1;
  const scales: number[] = [];
  fnArray.forEach((fn, index) => {
    const args = argsArray[index] ?? [];
    if (fn === OPS.save) scales.push(scale);
    else if (fn === OPS.restore) scale = scales.pop() ?? scale;
    else if (fn === OPS.transform)
      scale *= Math.sqrt(
        Math.abs((args[0] as number) * (args[3] as number) - (args[1] as number) * (args[2] as number)),
      );
    else if (pictures.has(fn)) doubts.add('picture');
    else if (fn === OPS.constructPath && args[0] !== OPS.endPath && outlines < MIN_OUTLINES) {
      isPainted = true;
      outlines += countOutlines(args, scale);
    } else if ((fn === OPS.setFillColorN || fn === OPS.setStrokeColorN) && isTextPattern(args))
      doubts.add('pattern');
  });
  const shown = glyphs.filter(({ isHidden }) => !isHidden);
  if (outlines >= MIN_OUTLINES) doubts.add('outlines');
  if (!shown.some(({ text }) => text.trim() !== '') && (isPainted || doubts.size > 0)) doubts.add('noText');
  if (
    shown.some(
      ({ text, font }) =>
        text === '' || noCode.test(text) || (font.isType3Font && /[\u0080-\u00a0]/.test(text)),
    )
  )
    doubts.add('font');
  if (isMeantOtherwise(shown) || hasDoubleMeaning(shown, argsArray) || hasLyingFont(shown, argsArray))
    doubts.add('font');
  if (
    shown.some(
      ({ font, text }) =>
        font.missingFile && /[^\p{Script=Latin}\p{Script=Greek}\p{N}\p{P}\p{S}\p{Z}\p{C}]/u.test(text),
    )
  )
    doubts.add('fontMissing');
  for (const { font } of shown)
    for (const one of font.charProcOperatorList?.values() ?? []) {
      if (hasText(one)) doubts.add('pattern');
      if (one.fnArray.some((fn) => pictures.has(fn) && fn !== OPS.paintImageMaskXObject))
        doubts.add('picture');
    }
  if (isLeftOut) doubts.add('drawing');
  if (hasNotes) doubts.add('notes');
  return [...doubts];
};
