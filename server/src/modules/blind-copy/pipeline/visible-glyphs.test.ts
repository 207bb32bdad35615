import { createCanvas } from '@napi-rs/canvas';
import type { Glyph } from '@zhiping/shared/rules/blind-copy/places.ts';
import { expect, test } from 'vitest';
import { pixelsOf } from './draw-page.ts';
import { visibleGlyphs } from './visible-glyphs.ts';

const SIZE = 20;
const [WIDTH, HEIGHT] = [300, 100];
const TEXT = '导师王某，Prof. il-1';

/** A line of text, its baseline at 60, half of it under a bar that is no larger than the text. */
const shownUnder = (bar: { top: number; bottom: number; colour: string } | null) => {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#000';
  let x = 10;
  const glyphs = Array.from(TEXT, (text): Glyph => {
    const width = /[^\0-\x7f]/.test(text) ? SIZE : SIZE / 2;
    // Ink as wide as a stem in the middle of each letter, and marks at the left of the baseline.
    if (/[\p{L}\p{N}]/u.test(text)) context.fillRect(x + width / 2 - 1.5, 60 - SIZE * 0.7, 3, SIZE * 0.7);
    else if (text.trim() !== '') context.fillRect(x + 1, 58, 3, 3);
    const glyph = { text, page: 1, x, y: 60, endX: x + width, endY: 60, size: SIZE, angle: 0 };
    x += width;
    return { ...glyph, isVertical: false, ink: 'fill' };
  });
  if (bar) {
    context.fillStyle = bar.colour;
    context.fillRect(10, bar.top, x - 10, bar.bottom - bar.top);
  }
  const picture = { width: WIDTH, height: HEIGHT, context };
  return visibleGlyphs(glyphs, pixelsOf(picture), picture, 1)
    .map(({ text }) => text)
    .join('')
    .replaceAll(' ', '');
};

test('visible text is read', () => {
  expect(shownUnder(null)).toBe(TEXT.replaceAll(' ', ''));
});

test.each([
  ['a black bar as high as a line', { top: 43, bottom: 64, colour: '#000' }],
  ['a bar over the letters', { top: 40, bottom: 66, colour: '#888' }],
  ['a white bar below a line of a table', { top: 42, bottom: 64, colour: '#fff' }],
])('text covered by %s is not', (_, bar) => {
  expect(shownUnder(bar)).not.toMatch(/[\p{L}\p{N}]/u);
});
