import { expect, test } from 'vitest';
import { isFileName, sizeText, tidyFileName } from './name.ts';

test.each([
  ['申报材料.docx', '申报材料'],
  ['a.b.c.pdf', 'a.b.c'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\张三\\简历.doc', '简历'],
  ['..', '未命名png'],
  ['.png', '未命名png'],
  ['a\u202Egpj.exe', 'a_gpj'],
  ['a"b<c>\r\nd.png', 'a_b_c_d'],
  ['', '未命名png'],
])('%j is kept as %j', (name, kept) => {
  expect(tidyFileName(name, 'png')).toBe(kept);
  expect(isFileName(kept)).toBe(true);
});

test('a long name is cut between characters', () => {
  expect(tidyFileName('𠮷'.repeat(300), 'png')).toBe('𠮷'.repeat(150));
});

test.each([
  [1, '1 B'],
  [1023, '1023 B'],
  [1536, '1.50 KB'],
  [104_857_600, '100.0 MB'],
  [5 * 1024 ** 4, '5120.0 GB'],
])('%i bytes read %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
