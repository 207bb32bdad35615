import { expect, test } from 'vitest';
import { captchaAlphabet } from './captcha-glyphs.ts';
import { createCaptcha } from './captcha.ts';

test('answers are four characters of the alphabet, and do not repeat', () => {
  const answers = Array.from({ length: 200 }, () => createCaptcha().answer);
  for (const answer of answers) {
    expect(answer).toHaveLength(4);
    for (const character of answer) expect(captchaAlphabet).toContain(character);
  }
  expect(new Set(answers).size).toBeGreaterThan(190);
});

test('the image is one path inside its frame, in pieces that reveal no glyph, and no text', () => {
  for (let round = 0; round < 200; round++) {
    const { svg } = createCaptcha();
    expect(svg).not.toMatch(/<text|<title|<script|transform=/);
    const [path, ...others] = [...svg.matchAll(/<path d="([^"]+)"/g)].map(([, d]) => d!);
    expect(others).toEqual([]);
    expect(path).toMatch(/^(M[\d.]+ [\d.]+L[\d.]+ [\d.]+)+$/);
    for (const point of path!.matchAll(/([\d.]+) ([\d.]+)/g)) {
      expect(Number(point[1])).toSatisfy((x: number) => x > 0 && x < 120);
      expect(Number(point[2])).toSatisfy((y: number) => y > 0 && y < 40);
    }
  }
});

test('the same answer is drawn differently each time', () => {
  expect(createCaptcha('AAAA').svg).not.toBe(createCaptcha('AAAA').svg);
  expect(createCaptcha('aaaa').answer).toBe('aaaa');
});
