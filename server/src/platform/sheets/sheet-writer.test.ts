import { expect, test } from 'vitest';
import { sheetOf } from '../../../test/sheets.ts';
import { readSheet } from './sheet-reader.ts';
import { openZip } from './zip-entries.ts';

const sheetXml = async (headers: readonly string[], rows: Iterable<string[]>) => {
  const { entries, unpack } = await openZip(await sheetOf(headers, rows), 100);
  const pieces: Buffer[] = [];
  for await (const piece of unpack(entries.get('xl/worksheets/sheet1.xml')!)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};
const widthsIn = (xml: string) =>
  [...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));

const opinion = '研究方向稳定，围绕同一科学问题形成了系统的成果。'.repeat(4);

test('columns are as wide as their header or what stands in them, in a Chinese character as two letters', async () => {
  const xml = await sheetXml(
    ['编号', '单位', '从送审到提交（天）', '空'],
    [
      ['2026-2-0001', '北京师范大学珠海分校', '5', ''],
      ['2026-2-0002', '南开大学', '', ''],
    ],
  );
  expect(widthsIn(xml)).toEqual([13, 22, 22, 8]);
  expect(xml).not.toContain(' s="');
});

test('a long text is broken over lines, and what stands beside it begins with it', async () => {
  const xml = await sheetXml(['编号', '意见'], [['1', opinion]]);
  expect(widthsIn(xml)).toEqual([8, 60]);
  expect([...xml.matchAll(/<c r="[AB]2"[^>]* s="(\d)"/g)].map(([, style]) => style)).toEqual(['1', '2']);
});

test('a sheet of many rows, written in a thread, has the same result', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => [String(at), at === 300 ? opinion : '短']);
  expect(widthsIn(await sheetXml(['编号', '意见'], rows))).toEqual([8, 60]);
});

test('a sheet without rows is as wide as its headers', async () => {
  expect(widthsIn(await sheetXml(['编号', '最近的截止时间'], []))).toEqual([8, 18]);
});

test('texts that begin like formulas are texts, and come back as they were', async () => {
  const texts = ['-1', '+86 10', '=1+1', '@SUM(A1)', "'quoted", '1<2&3'];
  const rows = texts.map((text, at) => [String(at), text]);
  for (const many of [rows, Array.from({ length: 20 }, () => rows).flat()]) {
    const xml = await sheetXml(['编号', '内容'], many);
    expect(xml).not.toContain('<f');
    const read = await readSheet(await sheetOf(['编号', '内容'], many), ['编号', '内容'], 500);
    expect(read.map(({ values }) => values['内容']).slice(0, texts.length)).toEqual(texts);
  }
});
