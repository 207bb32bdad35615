import { expect, test } from 'vitest';
import { schoolAcronyms } from './school-acronyms.ts';

/** First letters of the syllables, by the server's reading of characters. */
const initials: Record<string, string> = {
  武汉大学: 'whdx',
  武汉: 'wh',
  北京师范大学: 'bjsfdx',
  北京: 'bj',
  华东师范大学: 'hdsfdx',
  华东: 'hd',
  中国科学技术大学: 'zgkxjsdx',
  中国: 'zg',
  北京大学: 'bjdx',
  西北工业大学: 'xbgydx',
  西北: 'xb',
  金陵科技学院: 'jlkjxy',
  东北大学: 'dbdx',
  东北: 'db',
};

test.each([
  ['武汉大学', ['WHU', 'WHDX'], []],
  ['北京师范大学', ['BNU', 'BJNU'], []],
  ['华东师范大学', ['ECNU'], []],
  ['中国科学技术大学', ['USTC'], []],
  ['北京大学', ['PKU', 'BJU'], ['BU']],
  // A processor, in nearly every text that has these letters.
  ['西北工业大学', ['NWPU'], ['NPU']],
  ['金陵科技学院', ['JLKJXY'], []],
  ['东北大学（秦皇岛）', ['NEU'], []],
])('%s is called %j in capitals, and not %j', (name, called, not) => {
  const found = schoolAcronyms(name, (text) => initials[text] ?? '');
  expect(found).toEqual(expect.arrayContaining(called));
  for (const one of not) expect(found).not.toContain(one);
});
