import { expect, test } from 'vitest';
import { personSearchText } from './search-words.ts';

const words = (name: string, phone: string | null = null) => personSearchText(name, phone).split(' ');

test('a name is found as it is, spelled, by its initials, and from any of its characters on', () => {
  expect(words('张三丰', '13800138000')).toEqual([
    '',
    '张三丰',
    '13800138000',
    'zhangsanfeng',
    'zsf',
    '三丰',
    '丰',
    'sf',
    'f',
  ]);
});

test.each([
  ['曾国藩', 'zengguofan', 'zgf'],
  ['单田芳', 'shantianfang', 'stf'],
  ['仇英', 'qiuying', 'qy'],
  ['解晓东', 'xiexiaodong', 'xxd'],
  ['尉迟恭', 'yuchigong', 'ycg'],
  ['万俟卨', 'moqixie', 'mqx'],
  ['欧阳修', 'ouyangxiu', 'oyx'],
  ['查良镛', 'zhaliangyong', 'zly'],
  ['吕布', 'lvbu', 'lb'],
  ['令狐冲', 'linghuchong', 'lhc'],
])('%s is spelled %s, as the surname is read', (name, full, initials) => {
  expect(words(name)).toEqual(expect.arrayContaining([full, initials]));
});

test('the usual reading of a name is found too', () => {
  expect(words('曾国藩')).toEqual(expect.arrayContaining(['cengguofan', 'cgf']));
});

test('a name with a dot is found with and without it, and by its parts', () => {
  expect(words('阿卜杜拉·买买提')).toEqual(
    expect.arrayContaining([
      '阿卜杜拉·买买提',
      '阿卜杜拉买买提',
      '买买提',
      'abudulamaimaiti',
      'abdlmmt',
      'maimaiti',
      'mmt',
    ]),
  );
});

test('a name in letters is itself', () => {
  expect(words('John Smith')).toEqual(['', 'john', 'smith', 'ohn', 'hn', 'n', 'johnsmith']);
});
