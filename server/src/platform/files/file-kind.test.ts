import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oldOfficeFile, officeFile, pdf, png } from '../../../test/file-helpers.ts';
import { zip } from '../../../test/zip-file.ts';
import { formatOf } from './file-kind.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-kinds-'));
});
afterAll(() => rm(directory, { recursive: true }));

const kindOf = async (bytes: Buffer | string, name: string) => {
  const path = join(directory, 'file');
  await writeFile(path, bytes);
  return formatOf(path, name);
};

/** 「材料」 in GB 18030. */
const gbk = Buffer.from([0xb2, 0xc4, 0xc1, 0xcf, 0x0d, 0x0a]);

test.each([
  ['png', png(), 'a.png'],
  ['png', png(), 'a.html'],
  ['png', Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')]), 'a.svg'],
  ['jpg', Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), 'a.jpeg'],
  ['gif', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'a.gif'],
  ['gif', Buffer.from('GIF89a/*<script>*/=1;alert(1)', 'latin1'), 'a.js'],
  ['pdf', pdf(), 'a.pdf'],
  ['docx', officeFile('wordprocessingml.document'), 'a.docx'],
  ['xlsx', officeFile('spreadsheetml.sheet'), 'a.xlsx'],
  ['pptx', officeFile('presentationml.presentation'), 'a.zip'],
  ['zip', zip({ '材料/说明.txt': '好' }), 'a.zip'],
  ['doc', oldOfficeFile('WordDocument'), 'a.doc'],
  ['xls', oldOfficeFile('Workbook'), 'a.doc'],
  ['ppt', oldOfficeFile('PowerPoint Document'), 'a.ppt'],
  ['txt', '姓名：张三\r\n', 'a.txt'],
  ['csv', '姓名,单位\n张三,北京大学\n', 'a.CSV'],
  ['txt', gbk, 'a.txt'],
  ['txt', '好'.repeat(40_000), 'a.txt'],
] as const)('%s by its content', async (format, bytes, name) => {
  expect(await kindOf(bytes, name)).toBe(format);
});

test.each([
  ['a page', '<!doctype html><title>x</title>', 'a.html'],
  ['a page called text', '<html><script>alert(1)</script></html>', 'a.txt'],
  ['a page behind words', `说明 <ScRiPt>alert(1)</script>`, 'a.csv'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'],
  ['an SVG called png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png'],
  ['text that claims to be a picture', '只是文字', 'a.png'],
  ['text without an ending', '只是文字', 'README'],
  ['a program', Buffer.from('7f454c460201010000000000000000000200', 'hex'), 'a.txt'],
  ['a Windows program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'a.docx'],
  ['a Java archive', zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' }), 'a.zip'],
  ['bytes called text', Buffer.from([1, 2, 3, 0, 255]), 'a.txt'],
  ['an installer in an old container', oldOfficeFile('\u4840\u3b3f\u43f2'), 'a.doc'],
  ['the head of a container only', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'a.doc'],
] as const)('not %s', async (_, bytes, name) => {
  expect(await kindOf(bytes, name)).toBeNull();
});
