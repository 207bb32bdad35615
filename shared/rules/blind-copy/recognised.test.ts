import { describe, expect, test } from 'vitest';
import type { Glyph, Place } from './places.ts';
import { holdsPoint } from './places.ts';
import {
  agreementOf,
  findRecognised,
  glyphsOfLines,
  placeOfLine,
  type RecognisedLine,
  recognisedSearch,
} from './recognised.ts';
import type { BlindFacts } from './terms.ts';

const plain = (text: string) => text;
const facts: BlindFacts = {
  names: [{ name: '钟丽', surname: ['zhong'], given: [['li']] }],
  coauthors: [{ name: '柏青川', surname: ['bai'], given: [['qing'], ['chuan']] }],
  schools: ['北京大学'],
  acronyms: ['PKU'],
  colleges: [],
  units: [],
  cities: [],
  mails: ['zhongli@example.edu.cn'],
  phones: [],
  idCards: [],
  funds: [],
};
const search = recognisedSearch(facts, plain);
const SCALE = 150 / 72;

const lineOf = (text: string, corners: RecognisedLine['corners'], at?: number[]): RecognisedLine => ({
  corners,
  chars: Array.from(text, (char, index) => ({
    text: char,
    at: at?.[index] ?? (index + 0.5) / text.length,
    sure: 0.99,
  })),
});
/** Output of the models at 150 dots an inch for the first page of a paper, with the middles of the characters. */
const byline = lineOf(
  '钟丽　柏青川',
  [
    [549, 249],
    [701, 249],
    [701, 277],
    [549, 277],
  ],
  [0.1, 0.23, 0.36, 0.57, 0.73, 0.9],
);
const address = lineOf('通信作者：钟丽，电子邮箱：zhongli@example.edu.cn', [
  [312, 365],
  [934, 366],
  [934, 392],
  [312, 391],
]);

const find = (...lines: RecognisedLine[]) => findRecognised(glyphsOfLines(lines, 1, SCALE), search);

describe('recognised text', () => {
  test('is matched like the text of a page', () => {
    expect(find(byline, address).map(({ kind, words }) => [kind, words])).toEqual([
      ['name', '钟丽'],
      ['coauthor', '柏青川'],
      ['name', '钟丽'],
      ['mail', 'zhongli@example.edu.cn'],
    ]);
  });

  test('is covered from edge to edge and not far beyond', () => {
    const [name, coauthor] = find(byline).map(({ places }) => places[0]!) as [Place, Place];
    // The two characters of the name are 25 pixels wide each from 553 on, those of the other three from 625 on.
    for (const x of [554, 590, 602]) expect(holdsPoint(name, [x / SCALE, 263 / SCALE])).toBe(true);
    for (const x of [625, 660, 699]) expect(holdsPoint(coauthor, [x / SCALE, 263 / SCALE])).toBe(true);
    expect(name.height).toBeGreaterThan(28 / SCALE);
    expect(name.x + name.width).toBeLessThan(660 / SCALE);
  });

  test('matches despite lost spaces and similar letters', () => {
    const at: RecognisedLine['corners'] = [
      [100, 100],
      [500, 100],
      [500, 130],
      [100, 130],
    ];
    expect(find(lineOf('writtenbyBaiQingchuanofthis', at))).toMatchObject([{ kind: 'coauthor' }]);
    expect(find(lineOf('by BaiQ1ngchuan', at)).map(({ words }) => words)).toContain('BaiQ1ngchuan');
    expect(find(lineOf('nothing but words here', at))).toEqual([]);
  });

  test('goes on in the next line', () => {
    const [first, second] = [100, 140].map((y): RecognisedLine['corners'] => [
      [100, y],
      [300, y],
      [300, y + 28],
      [100, y + 28],
    ]) as [RecognisedLine['corners'], RecognisedLine['corners']];
    expect(find(lineOf('这篇论文由柏青', first), lineOf('川独立地完成了', second))).toMatchObject([
      { kind: 'coauthor', places: [{}, {}] },
    ]);
  });

  test('of a tall line runs downwards', () => {
    const tall = lineOf('BaiQingchuan', [
      [200, 100],
      [230, 100],
      [230, 400],
      [200, 400],
    ]);
    const [mark] = find(tall);
    expect(mark).toMatchObject({ kind: 'coauthor', places: [{ angle: Math.PI / 2 }] });
    for (const y of [105, 250, 395])
      expect(holdsPoint(mark!.places[0]!, [215 / SCALE, y / SCALE])).toBe(true);
  });
});

describe('agreement with the text of a page', () => {
  const at = { page: 1, scale: SCALE, simplify: plain };
  const { x, y, width, height } = placeOfLine(byline, 1, SCALE);
  const textOf = (text: string): Glyph[] =>
    Array.from(text, (char, index) => ({
      text: char,
      page: 1,
      x: x + (width * index) / text.length,
      y: y + height * 0.8,
      endX: x + (width * (index + 1)) / text.length,
      endY: y + height * 0.8,
      size: height,
      angle: 0,
      isVertical: false,
      ink: 'fill' as const,
    }));

  test.each([
    ['钟丽　柏青川', 1],
    ['丽钟　柏青川', 0.8],
    ['张三　李四五', 0],
    ['', 1],
  ])('of %s is %d', (text, agreement) => {
    expect(agreementOf(textOf(text), [byline], at)).toBe(agreement);
  });

  test('lacks what was not read at all', () => {
    expect(agreementOf([...textOf('钟丽　柏青川')], [], at)).toBe(0);
  });
});
