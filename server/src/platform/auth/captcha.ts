import { randomInt } from 'node:crypto';
import { captchaAlphabet, captchaGlyphs } from './captcha-glyphs.ts';

/**
 * A picture to be typed off, for people of every age: it slows scripts down, while the limit on attempts stops them.
 * All randomness is cryptographic, because the next answer must not follow from the last ones.
 */

const WIDTH = 120;
const HEIGHT = 40;
const LENGTH = 4;
const GLYPH_WIDTH = 20;
const GLYPH_HEIGHT = 30;
const CELL = (WIDTH - 12) / LENGTH;

/** Dark enough for 7:1 on white. */
const inks = ['#1f3a5f', '#4a2c6b', '#0f4c3a', '#6b2232', '#333333'];
const noiseInks = ['#9db4d0', '#b9a8cf', '#9fc4b5', '#d3b0b5'];

const between = (low: number, high: number) => low + (randomInt(0, 10_001) / 10_000) * (high - low);
const pick = <T>(values: readonly T[]) => values[randomInt(values.length)]!;
const at = (...numbers: number[]) => numbers.map((number) => number.toFixed(1)).join(' ');

/** Points are moved here, not by a transform attribute, which would give the glyph away in its grid coordinates. */
const drawGlyph = (character: string, index: number) => {
  const strokes = captchaGlyphs.get(character) ?? [];
  const angle = (between(-14, 14) * Math.PI) / 180;
  const skew = between(-0.18, 0.18);
  const scaleX = between(0.82, 0.98);
  const scaleY = between(0.82, 0.95);
  const centerX = 6 + CELL * (index + 0.5) + between(-1.5, 1.5);
  const centerY = HEIGHT / 2 + between(-2, 2);

  const place = ([gridX, gridY]: readonly [number, number]) => {
    const y = (gridY - GLYPH_HEIGHT / 2) * scaleY + between(-0.4, 0.4);
    const x = (gridX - GLYPH_WIDTH / 2) * scaleX + skew * y + between(-0.4, 0.4);
    return at(
      centerX + x * Math.cos(angle) - y * Math.sin(angle),
      centerY + x * Math.sin(angle) + y * Math.cos(angle),
    );
  };
  const path = strokes.map((points) => `M${points.map(place).join('L')}`).join('');
  return `<path d="${path}" stroke="${pick(inks)}" stroke-width="${between(2.6, 3.2).toFixed(1)}"/>`;
};

const drawNoise = () => {
  const [fromY, toY] = [between(4, HEIGHT - 4), between(4, HEIGHT - 4)];
  const bend = [between(25, 50), between(-4, HEIGHT + 4), between(70, 95), between(-4, HEIGHT + 4)] as const;
  const path = `M${at(between(-4, 8), fromY)}C${at(...bend, between(WIDTH - 8, WIDTH + 4), toY)}`;
  return `<path d="${path}" stroke="${pick(noiseInks)}" stroke-width="${between(1, 1.6).toFixed(1)}"/>`;
};

const randomAnswer = () => Array.from({ length: LENGTH }, () => pick(captchaAlphabet)).join('');

/** `answer` is fixed only by automatic tests; characters without a glyph leave a gap. */
export const createCaptcha = (answer = randomAnswer()): { answer: string; svg: string } => {
  const noise = Array.from({ length: 3 }, drawNoise).join('');
  const glyphs = [...answer.toUpperCase()].slice(0, LENGTH).map(drawGlyph).join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${noise}${glyphs}</g></svg>`;
  return { answer, svg };
};
