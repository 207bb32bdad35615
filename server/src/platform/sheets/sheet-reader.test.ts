import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { readSheet, readSheets } from './sheet-reader.ts';

type Cell = string | number | boolean | Date | null;
const sheet = (rows: Cell[][]) => writeXlsx({ sheets: [{ name: '表', rows: [['姓名', '号码'], ...rows] }] });
const read = async (rows: Cell[][], maxRows = 100) => {
  const found = await readSheet(await sheet(rows), ['姓名', '号码'], maxRows);
  return found.map(({ row, values }) => [row, values.姓名, values.号码]);
};
const blank = (count: number): Cell[][] => Array.from({ length: count }, () => [' ', null]);

test('reads cells as they are shown', async () => {
  expect(
    await read([
      ['日期', new Date('2020-09-01T00:00:00Z')],
      ['电话', 13_800_138_000],
      ['是否', true],
      [' 空白 ', '\u3000'],
    ]),
  ).toEqual([
    [2, '日期', '2020-09-01'],
    [3, '电话', '13800138000'],
    [4, '是否', 'true'],
    [5, '空白', ''],
  ]);
});

test('a number that the spreadsheet has cut off does not look whole', async () => {
  // 110105194912310021 typed into a cell that is no text.
  expect(await read([['李', 110_105_194_912_310_000]])).toEqual([[2, '李', '1.1010519491231E+17']]);
});

test('empty rows count for nothing, wherever they stand', async () => {
  expect(await read([['一', '1'], ...blank(300), ['二', '2'], ...blank(300)], 2)).toEqual([
    [2, '一', '1'],
    [303, '二', '2'],
  ]);
});

test('refuses more rows than are allowed, none at all, and what is no workbook', async () => {
  const three = [['一', '1'], ...blank(300), ['二', '2'], ['三', '3']];
  await expect(read(three, 2)).rejects.toMatchObject({ code: 'import.too_many' });
  await expect(read(blank(3))).rejects.toMatchObject({ code: 'import.empty' });
  await expect(readSheet(Buffer.from('no workbook'), ['姓名'], 1)).rejects.toMatchObject({
    code: 'import.unreadable',
  });
});

test.each([
  ['00000000', 12_345, '00012345'],
  ['"B"00000;@', 123, 'B00123'],
  ['00000', 1_234_567, '1234567'],
  ['0000-0000', 1_234_567, '0123-4567'],
  ['0000-0000', 123_456_789, '12345-6789'],
  ['0-0000', 1234, '0-1234'],
  ['[$-804]00000', 781, '00781'],
  ['[Red]00000;[Blue]-00000', 781, '00781'],
  ['000000.00', 782, '000782.00'],
  ['000000.00', 0.125, '0.125'],
  ['00000_ ', 781, '00781'],
  ['_(* 00000_)', 781, '00781'],
  ['"T"000"号"', 7, 'T007号'],
  ['00000', 7.5, '7.5'],
  ['00000', -7, '-7'],
  ['00,000', 781, '781'],
  ['00%', 0.5, '0.5'],
  ['00E+00', 781, '781'],
  ['0.00', 5, '5'],
  ['0', 5, '5'],
])('a number in the format %s keeps its zeros', async (numFmt, number, shown) => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '表',
        columns: [{ header: '姓名' }, { header: '号码', style: { numFmt } }],
        rows: [
          ['姓名', '号码'],
          ['一', number],
        ],
      },
    ],
  });
  expect((await readSheet(bytes, ['姓名', '号码'], 9))[0]!.values.号码).toBe(shown);
});

test.each([[['姓 名', '*号码（万元）']], [['＊姓名', '号码']], [['姓名（必填）', '号码(万元)']]])(
  'the headings %j are understood',
  async (headings) => {
    const bytes = await writeXlsx({ sheets: [{ name: '表', rows: [headings, ['一', '1']] }] });
    expect((await readSheet(bytes, ['姓名', '号码（万元）'], 9))[0]!.values).toEqual({
      姓名: '一',
      '号码（万元）': '1',
    });
  },
);

test.each([
  ['身份证号', '手机', '经费/万元'],
  ['身份证', '手机号', '经费（单位：万元）'],
  ['身份证号码（18位）：', '手机号码（11位）', '经费'],
  ['身份证号码（必填，18 位）', '手机号码(选填)', '经费(单位 万元)'],
])('the headings %s, %s and %s are understood', async (...headings) => {
  const bytes = await writeXlsx({ sheets: [{ name: '表', rows: [headings, ['1', '2', '3']] }] });
  const [row] = await readSheet(bytes, ['身份证号码', '手机号码', '经费（万元）'], 9);
  expect(row!.values).toEqual({ 身份证号码: '1', 手机号码: '2', '经费（万元）': '3' });
});

test.each(['号码（元）', '号码/元', '号码（单位：元）'])('%s is no heading of 万元', async (heading) => {
  const bytes = await writeXlsx({ sheets: [{ name: '表', rows: [[heading], ['1']] }] });
  await expect(readSheet(bytes, ['号码（万元）'], 9)).rejects.toMatchObject({ code: 'import.headers' });
});

type Sheets = Parameters<typeof writeXlsx>[0]['sheets'];
const HEADS = ['姓名', '号码'];
const data = (name: string): Cell[][] => [HEADS, [name, '1']];
const find = async (sheets: Sheets) => {
  const { rows, sheet: read } = await readSheets(await writeXlsx({ sheets }), { headers: HEADS, maxRows: 9 });
  return [rows.map(({ row, values }) => `${row} ${values['姓名']}`), read];
};

test.each<[string, Sheets, unknown]>([
  ['the only one', [{ name: '表', rows: data('甲') }], [['2 甲'], undefined]],
  [
    'behind a cover',
    [
      { name: '说明', rows: [['请填写第二张表'], ['姓名'], ['1']] },
      { name: '数据', rows: data('甲') },
    ],
    [['2 甲'], { name: '数据', unread: [] }],
  ],
  [
    'behind an empty one',
    [
      { name: '空', rows: [] },
      { name: '数据', rows: data('甲') },
    ],
    [['2 甲'], { name: '数据', unread: [] }],
  ],
  [
    'behind a hidden one with the same headings',
    [
      { name: '藏', rows: data('藏'), hidden: true },
      { name: '数据', rows: data('甲') },
      { name: '深藏', rows: data('深'), veryHidden: true },
    ],
    [['2 甲'], { name: '数据', unread: [] }],
  ],
  [
    'the first of two with the headings',
    [
      { name: '一', rows: data('甲') },
      { name: '二', rows: data('乙') },
    ],
    [['2 甲'], { name: '一', unread: ['二'] }],
  ],
  [
    'below five lines of a title',
    [{ name: '表', rows: [['教师名册'], ['2026 年'], ['一'], ['二'], [], ['三'], ...data('甲')] }],
    [['8 甲'], undefined],
  ],
])('the sheet with the headings is read: %s', async (_, sheets, expected) => {
  expect(await find(sheets)).toEqual(expected);
});

test.each<[string, Sheets, string]>([
  [
    'six lines above',
    [{ name: '表', rows: [...['1', '2', '3', '4', '5', '6'].map((line) => [line]), ...data('甲')] }],
    '表头缺少：姓名、号码',
  ],
  [
    'headings only on a hidden sheet',
    [
      { name: '说明', rows: [['说明']] },
      { name: '藏', rows: data('藏'), hidden: true },
    ],
    '表头缺少：姓名、号码',
  ],
  [
    'the sheet that has most of them',
    [
      { name: '说明', rows: [['说明']] },
      { name: '数据', rows: [['名册'], ['姓名'], ['甲']] },
    ],
    '表头缺少：号码',
  ],
])('no sheet has the headings: %s', async (_, sheets, message) => {
  await expect(find(sheets)).rejects.toThrow(message);
});

test('further sheets may have a title, and are not read while they are hidden', async () => {
  const bytes = await writeXlsx({
    sheets: [
      { name: '主', rows: data('甲') },
      { name: '论文', rows: [['论文一览'], ['题目'], ['一篇']] },
      { name: '著作', rows: [['题目'], ['一本']], hidden: true },
    ],
  });
  const more = { 论文: { headers: ['题目'] }, 著作: { headers: ['题目'] } };
  const { further } = await readSheets(bytes, { headers: HEADS, maxRows: 9, more });
  expect(further).toEqual({ 论文: [{ row: 3, values: { 题目: '一篇' } }] });
});
