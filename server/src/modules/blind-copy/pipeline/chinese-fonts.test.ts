import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { facts } from '../../../../scripts/blind-corpus/cases.ts';
import { type ChineseFont, chineseFile } from '../../../../scripts/blind-corpus/chinese-fonts.ts';
import { coverPdf } from './cover-pdf.ts';
import { drawPage, pixelsOf } from './draw-page.ts';
import { openDocument } from './open-document.ts';
import { loadPage } from './read-page.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-fonts-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const lines = ['作者吕晓明二〇一九年', '本文研究了材料的性能', '朱镕基、陶喆、李玥'];

const load = async (bytes: Uint8Array) => {
  const pdf = await openDocument(bytes.slice());
  const page = await loadPage(pdf, 1);
  const text = page.glyphs.map((glyph) => glyph.text).join('');
  const pixels = Buffer.from(pixelsOf(await drawPage(page.proxy, 1)));
  await pdf.loadingTask.destroy();
  return { text, pixels };
};

const simple: ChineseFont[] = [
  ...['华文中宋', '方正小标宋简体', '宋体,Bold', '黑体', '微软雅黑', 'ABCDEF+等线'].map((name) => ({
    name,
    encoding: 'WinAnsiEncoding' as const,
    flags: 32,
  })),
  { name: '仿宋_GB2312' },
  { name: '华文楷体', flags: 32 },
  { name: '隶书', encoding: 'MacRomanEncoding' },
  { name: 'SimSun', encoding: 'WinAnsiEncoding' },
];
const composite: ChineseFont[] = [
  { name: '宋体', map: 'GBK-EUC-H' },
  { name: 'SimHei', map: 'UniGB-UCS2-H' },
];

test.each([...simple, ...composite])('what is written is read, covered and drawn: %j', async (font) => {
  const bytes = await chineseFile([{ fonts: [font], lines }]);
  const [path, out] = [join(directory, 'original.pdf'), join(directory, 'copy.pdf')];
  await writeFile(path, bytes);
  const covered = await coverPdf({ path, out, isPicture: false, facts, decisions: [], drawn: [] }, () => {});
  expect(covered).toMatchObject({
    marks: [{ kind: 'name', words: '吕晓明' }],
    pages: [{ doubts: ['fontMissing'] }],
    left: 0,
    words: 0,
  });
  expect((await load(new Uint8Array(await readFile(out)))).text).toContain('本文研究了材料的性能');
  // The same text in a font that the library itself reads.
  const likeBold = { name: font.name.includes('Bold') ? 'SimSun,Bold' : 'SimSun', map: 'GBK-EUC-H' } as const;
  const right = await load(await chineseFile([{ fonts: [likeBold], lines }]));
  const drawn = await load(bytes);
  expect(drawn.text).toBe(right.text);
  expect(drawn.pixels.equals(right.pixels)).toBe(true);
});
