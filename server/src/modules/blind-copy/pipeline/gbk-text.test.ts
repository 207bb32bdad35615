import { expect, test } from 'vitest';
import { readGbk } from './gbk-text.ts';
import type { DrawnGlyph, Font, ReadGlyph } from './read-glyphs.ts';

const zhongsong: Font = {
  name: '\xBB\xAA\xCE\xC4\xD6\xD0\xCB\xCE',
  type: 'TrueType',
  composite: false,
  missingFile: true,
};
const western = new TextDecoder('windows-1252');

const shownOf = (codes: (number | string)[], width = 500): (DrawnGlyph | number)[] =>
  codes.map((code) => {
    // A number in quotes is a distance.
    if (typeof code === 'string') return Number(code);
    const char = western.decode(Uint8Array.of(code));
    return { originalCharCode: code, unicode: char, fontChar: char, width, isSpace: code === 32 };
  });

/** The glyphs of an operator after it was read, or null where it was left as it is. */
const read = (shown: (DrawnGlyph | number)[], font: Font = zhongsong) => {
  const operators = { fnArray: [0], argsArray: [[shown]] as unknown[][] };
  if (!readGbk(operators, [{ op: 0, font } as ReadGlyph])) return null;
  return (operators.argsArray[0]![0] as (DrawnGlyph | number)[]).map((one) =>
    typeof one === 'number' ? one : `${one.fontChar}${one.unicode === one.fontChar ? '' : '?'} ${one.width}`,
  );
};

const bytes = (text: string) => [...Buffer.from(text, 'latin1')];

test('two bytes are one character, whose width is that of both; Latin letters stay', () => {
  expect(read(shownOf([...bytes('A'), 0xbd, 0xad, 0xc4, 0xfe]))).toEqual(['A 500', '江 1000', '宁 1000']);
});

test('bytes without a width make a whole em, and a distance between them comes after them', () => {
  expect(read(shownOf([0xbd, '-20', 0xad, '30', 0xc4, 0xfe], 0))).toEqual(['江 1000', -20, 30, '宁 1000']);
});

test('rare characters are read among usual ones', () => {
  expect(read(shownOf([0xd6, 0xec, 0xe9, 0x46, 0xbb, 0xf9]))).toEqual(['朱 1000', '镕 1000', '基 1000']);
});

test.each([
  ['quotes and dashes', bytes('\x93China\x92s economy\x94 \x96 a caf\xe9')],
  ['a single apostrophe', bytes('China\x92s economy')],
  ['plain letters', bytes('Economy')],
  ['a lead byte at the end', bytes('5 \xb0')],
])('Latin text in a font with a Chinese name stays Latin: %s', (_, codes) => {
  expect(read(shownOf(codes))).toBe(null);
});

test('names are in GBK or UTF-8; without one the characters must be common', () => {
  const codes = [0xbd, 0xad, 0xc4, 0xfe, 0xb5, 0xc2];
  expect(
    read(shownOf(codes), { ...zhongsong, name: Buffer.from('华文中宋').toString('latin1') }),
  ).toHaveLength(3);
  expect(read(shownOf(codes), { ...zhongsong, name: 'SimSun' })).toHaveLength(3);
  expect(read(shownOf(bytes('\xab\xbbd\xe9j\xe0 vu\xbb\xab')), { ...zhongsong, name: 'Garamond' })).toBe(
    null,
  );
  // Letters of a Cyrillic code page.
  expect(read(shownOf(bytes('\xf2\xe5\xea\xf1\xf2\xfb')), { ...zhongsong, name: 'Journal' })).toBe(null);
});

test('embedded fonts, and those that tell other letters, are left as they are', () => {
  const codes = [0xbd, 0xad, 0xc4, 0xfe];
  expect(read(shownOf(codes), { ...zhongsong, missingFile: false })).toBe(null);
  const cyrillic = shownOf(codes).map((one) => (typeof one === 'number' ? one : { ...one, unicode: 'Ж' }));
  expect(read(cyrillic)).toBe(null);
});

test('letters in a font that the library reads as GBK are half as wide as characters', () => {
  const known = { ...zhongsong, composite: true };
  expect(read(shownOf(bytes('A1'), 1000), known)).toEqual(['A 500', '1 500']);
  expect(read(shownOf(bytes('A1'), 1000), { ...known, type: 'CIDFontType2' })).toBe(null);
});
