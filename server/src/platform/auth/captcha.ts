import { randomInt } from 'node:crypto';
import { captchaAlphabet, captchaGlyphs } from './captcha-glyphs.ts';

/**
 * A picture to be typed off, for people of every age: it slows scripts down, while the limit on attempts stops them.
 * All randomness is cryptographic, because the next answer must not follow from the last ones.
 */

const WIDTH = 120;
const HEIGHT = 40;
const LENGTH = 4;
const DECOYS = 7;
const GLYPH_WIDTH = 20;
const GLYPH_HEIGHT = 30;
const CELL = (WIDTH - 12) / LENGTH;

/** Dark enough for 7:1 on white. */
const inks = ['#1f3a5f', '#4a2c6b', '#0f4c3a', '#6b2232', '#333333'];

type Point = readonly [x: number, y: number];

const between = (low: number, high: number) => low + (randomInt(0, 10_001) / 10_000) * (high - low);
const pick = <T>(values: readonly T[]) => values[randomInt(values.length)]!;
const within = (value: number, size: number) => Math.min(size - 2, Math.max(2, value));
const inFrame = (x: number, y: number): Point => [within(x, WIDTH), within(y, HEIGHT)];
const at = (point: Point) => point.map((number) => number.toFixed(1)).join(' ');

const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, key: randomInt(2 ** 32) }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ value }) => value);

/** A wave that bends straight lines, another one for every glyph. */
const wave = (strength: number) => {
  const [size, length, shift] = [between(strength / 2, strength), between(9, 16), between(0, 2 * Math.PI)];
  return (value: number) => size * Math.sin((value / length) * Math.PI + shift);
};

/** Points along a line, at distances that follow from nothing. */
const resample = (corners: readonly Point[]): Point[] => [
  corners[0]!,
  ...corners.slice(1).flatMap((to, index) => {
    const from = corners[index]!;
    const steps = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / between(2.5, 4.5)));
    return Array.from({ length: steps }, (_, step): Point => {
      const part = (step + 1) / steps;
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    });
  }),
];

/** The strokes of a glyph where it stands: every corner moved by itself, all of it turned, sheared and bent. */
const placeGlyph = (character: string, index: number): Point[][] => {
  const angle = (between(-20, 20) * Math.PI) / 180;
  const skew = between(-0.3, 0.3);
  const [scaleX, scaleY] = [between(0.72, 1), between(0.74, 0.95)];
  const [centerX, centerY] = [6 + CELL * (index + 0.5) + between(-5, 5), HEIGHT / 2 + between(-3, 3)];
  const [bendX, bendY] = [wave(2.2), wave(2.2)];
  const place = ([gridX, gridY]: Point): Point => {
    const flatY = (gridY - GLYPH_HEIGHT / 2) * scaleY;
    const flatX = (gridX - GLYPH_WIDTH / 2) * scaleX + skew * flatY;
    const [x, y] = [flatX + bendX(flatY), flatY + bendY(flatX)];
    return inFrame(
      centerX + x * Math.cos(angle) - y * Math.sin(angle),
      centerY + x * Math.sin(angle) + y * Math.cos(angle),
    );
  };
  const moved = ([x, y]: Point): Point => [x + between(-1.5, 1.5), y + between(-1.5, 1.5)];
  return (captchaGlyphs.get(character) ?? []).map((corners) => resample(corners.map(moved)).map(place));
};

/** A short curve anywhere that looks like a part of a glyph. */
const placeDecoy = (): Point[] => {
  const [angle, bend] = [between(0, 2 * Math.PI), between(-0.25, 0.25)];
  let [atX, atY] = [between(6, WIDTH - 6), between(5, HEIGHT - 5)];
  return Array.from({ length: 4 }, (_, step): Point => {
    atX += 2.6 * Math.cos(angle + bend * step);
    atY += 2.6 * Math.sin(angle + bend * step);
    return inFrame(atX, atY);
  });
};

/** Each piece by itself, so that the image does not group them. */
const pieces = (line: readonly Point[]) =>
  line.slice(1).map((to, index) => (randomInt(2) === 0 ? [line[index]!, to] : [to, line[index]!]));

const randomAnswer = () => Array.from({ length: LENGTH }, () => pick(captchaAlphabet)).join('');

/** `answer` is fixed only by automatic tests; characters without a glyph leave a gap. */
export const createCaptcha = (answer = randomAnswer()): { answer: string; svg: string } => {
  const glyphs = [...answer.toUpperCase()].slice(0, LENGTH).flatMap(placeGlyph);
  const path = shuffled([...glyphs, ...Array.from({ length: DECOYS }, placeDecoy)].flatMap(pieces))
    .map((piece) => `M${piece.map(at).join('L')}`)
    .join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>` +
    `<path d="${path}" fill="none" stroke="${pick(inks)}" stroke-width="${between(2.2, 2.6).toFixed(1)}" stroke-linecap="round"/></svg>`;
  return { answer, svg };
};
