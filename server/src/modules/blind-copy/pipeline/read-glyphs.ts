import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Glyph } from '@zhiping/shared/rules/blind-copy/places.ts';

/** Operators that the library keeps of a drawn page. */
export type Operators = { fnArray: number[]; argsArray: unknown[][] };

export type DrawnGlyph = {
  originalCharCode: number;
  unicode: string;
  fontChar: string;
  width: number;
  isSpace: boolean;
  vmetric?: number[];
};
export type Font = {
  /** Bytes of its name, each as a character. */
  name: string;
  /** Codes of several bytes. */
  composite?: boolean;
  fontMatrix?: number[];
  vertical?: boolean;
  isType3Font?: boolean;
  missingFile?: boolean;
  type?: string;
  charProcOperatorList?: Map<string, Operators> & Record<string, Operators>;
};

/** A glyph of a page, with its operator and position in it. */
export type ReadGlyph = Glyph & {
  op: number;
  at: number;
  /** Replacement in the operator, so that the rest keeps its place. */
  gap: number;
  font: Font;
  isHidden: boolean;
};

type Matrix = readonly number[];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0]! * b[0]! + a[2]! * b[1]!,
  a[1]! * b[0]! + a[3]! * b[1]!,
  a[0]! * b[2]! + a[2]! * b[3]!,
  a[1]! * b[2]! + a[3]! * b[3]!,
  a[0]! * b[4]! + a[2]! * b[5]! + a[4]!,
  a[1]! * b[4]! + a[3]! * b[5]! + a[5]!,
];
const apply = (m: Matrix, x: number, y: number): [number, number] => [
  m[0]! * x + m[2]! * y + m[4]!,
  m[1]! * x + m[3]! * y + m[5]!,
];

const start = {
  ctm: identity,
  font: null as Font | null,
  size: 0,
  direction: 1,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  matrix: identity,
  x: 0,
  y: 0,
  lineX: 0,
  lineY: 0,
};
type State = typeof start;

const inkOf = (mode: number): Glyph['ink'] => {
  if (mode === 3 || mode === 7) return 'none';
  return mode % 4 === 0 ? 'fill' : 'stroke';
};

type Reading = {
  page: number;
  /** From the page to its points from the upper left corner. */
  transform: Matrix;
  fontOf: (name: string) => Font | null;
  isVisible: (properties: unknown) => boolean;
};

/** Glyphs of one operator, as the library draws them; moves the state behind them. */
const readText = (
  state: State,
  drawn: readonly (DrawnGlyph | number)[],
  { page, op }: { page: number; op: number },
  isHidden: boolean,
) => {
  const { font, size, direction, charSpacing, wordSpacing, scale, rise, mode, matrix, ctm } = state;
  if (!font || size === 0) return [];
  const [unit = 0.001] = font.fontMatrix ?? [];
  const vertical = font.vertical === true;
  const towards = vertical ? 1 : -1;
  const across = scale * direction;
  const base = multiply(multiply(ctm, matrix), [1, 0, 0, 1, state.x, state.y + rise]);
  const read: ReadGlyph[] = [];
  let along = 0;
  drawn.forEach((glyph, at) => {
    if (typeof glyph === 'number') {
      along += (towards * glyph * size) / 1000;
      return;
    }
    const spacing = ((glyph.isSpace ? wordSpacing : 0) + charSpacing) * direction;
    const width = vertical ? -(glyph.vmetric?.[0] ?? -1000) : glyph.width;
    const advance = width * unit * size;
    const step = vertical && !font.isType3Font ? advance - spacing : advance + spacing;
    const point = (distance: number) =>
      vertical ? apply(base, 0, -distance) : apply(base, distance * across, 0);
    const [x, y] = point(along);
    const [endX, endY] = point(along + advance);
    const [originX, originY] = apply(base, 0, 0);
    const [upX, upY] = apply(base, 0, size);
    const [rightX, rightY] = apply(base, across || 1, 0);
    const height = Math.hypot(upX - originX, upY - originY);
    read.push({
      text: glyph.unicode,
      page,
      x,
      y,
      endX,
      endY,
      size: Math.max(height, 0.5),
      angle: Math.atan2(rightY - originY, rightX - originX),
      isVertical: vertical,
      ink: inkOf(mode),
      op,
      at,
      gap: (towards * step * 1000) / size,
      font,
      isHidden,
    });
    along += step;
  });
  if (vertical) state.y -= along;
  else state.x += along * across;
  return read;
};

/** Every glyph that the operators of a page show, with what is drawn in layers that are switched off. */
export const readGlyphs = ({ fnArray, argsArray }: Operators, reading: Reading): ReadGlyph[] => {
  const { page, fontOf, isVisible } = reading;
  let state: State = { ...start, ctm: reading.transform };
  const stack: State[] = [];
  const layers: boolean[] = [];
  const glyphs: ReadGlyph[] = [];
  const save = () => stack.push({ ...state });
  const restore = () => (state = stack.pop() ?? state);
  const setFont = (name: string, size: number) => {
    state.font = fontOf(name);
    state.size = Math.abs(size);
    state.direction = size < 0 ? -1 : 1;
  };
  const moveText = (x: number, y: number) => {
    state.x = state.lineX += x;
    state.y = state.lineY += y;
  };
  const toMatrix = (matrix: Matrix) => {
    state = { ...state, matrix, x: 0, y: 0, lineX: 0, lineY: 0 };
  };
  fnArray.forEach((fn, op) => {
    const args = (argsArray[op] ?? []) as number[];
    switch (fn) {
      case OPS.save:
        return save();
      case OPS.restore:
        return restore();
      case OPS.transform:
        return (state.ctm = multiply(state.ctm, args));
      case OPS.paintFormXObjectBegin:
        save();
        if (args[0]) state.ctm = multiply(state.ctm, args[0] as unknown as Matrix);
        return;
      case OPS.beginGroup:
        return save();
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup:
        return restore();
      case OPS.beginText:
        return toMatrix(identity);
      case OPS.setTextMatrix:
        return toMatrix(args[0] as unknown as Matrix);
      case OPS.setCharSpacing:
        return (state.charSpacing = args[0]!);
      case OPS.setWordSpacing:
        return (state.wordSpacing = args[0]!);
      case OPS.setHScale:
        return (state.scale = args[0]! / 100);
      case OPS.setLeading:
        return (state.leading = -args[0]!);
      case OPS.setTextRise:
        return (state.rise = args[0]!);
      case OPS.setTextRenderingMode:
        return (state.mode = args[0]!);
      case OPS.setFont:
        return setFont(args[0] as unknown as string, args[1]!);
      case OPS.setGState:
        for (const [key, value] of (args[0] ?? []) as unknown as [string, [string, number]][])
          if (key === 'Font') setFont(...value);
        return;
      case OPS.moveText:
        return moveText(args[0]!, args[1]!);
      case OPS.setLeadingMoveText:
        state.leading = args[1]!;
        return moveText(args[0]!, args[1]!);
      case OPS.nextLine:
        return moveText(0, state.leading);
      case OPS.beginMarkedContent:
        return layers.push(true);
      case OPS.beginMarkedContentProps:
        return layers.push((args[0] as unknown) !== 'OC' || isVisible(args[1]));
      case OPS.endMarkedContent:
        return layers.pop();
      case OPS.showText:
        return glyphs.push(
          ...readText(
            state,
            args[0] as unknown as (DrawnGlyph | number)[],
            { page, op },
            layers.includes(false),
          ),
        );
      default:
        return undefined;
    }
  });
  return glyphs;
};

/** The operators without these glyphs; answers how to put them back. */
export const dropGlyphs = ({ argsArray }: Operators, dropped: readonly ReadGlyph[]): (() => void) => {
  const before = new Map<number, unknown[]>();
  for (const { op } of dropped) if (!before.has(op)) before.set(op, argsArray[op]!);
  for (const [op, args] of before) {
    const glyphs = [...(args[0] as unknown[])];
    for (const one of dropped) if (one.op === op) glyphs[one.at] = one.gap;
    argsArray[op] = [glyphs, ...args.slice(1)];
  }
  return () => {
    for (const [op, args] of before) argsArray[op] = args;
  };
};
