import { describe, expect, test } from 'vitest';
import { findMarks } from './find-marks.ts';
import type { Glyph } from './places.ts';
import { spellingsInCharacters } from './name-spellings.ts';
import { ordersAcross } from './reading-orders.ts';
import { type BlindFacts, termsOf } from './terms.ts';

const simplify = (text: string) => text.replaceAll('張', '张').replaceAll('曉', '晓').replaceAll('漢', '汉');

const facts: BlindFacts = {
  names: [{ name: '吕晓明', surname: ['lv'], given: [['xiao'], ['ming']] }],
  coauthors: [],
  schools: ['武汉理工大学'],
  acronyms: ['WUT'],
  colleges: ['材料科学与工程学院'],
  units: [],
  cities: [{ name: '武汉', letters: 'wuhan' }],
  mails: ['xmlv@whut.edu.cn'],
  phones: ['13812345678'],
  idCards: ['11010519491231002X'],
  funds: ['51872219'],
};
const search = { terms: termsOf(facts, simplify), simplify };

type Line = {
  text: string;
  x?: number;
  y?: number;
  page?: number;
  size?: number;
  angle?: number;
  isVertical?: boolean;
};

/** Glyphs of a line as a page draws them: Han as wide as high, others half of it. */
const glyphsOf = ({
  text,
  x = 50,
  y = 100,
  page = 1,
  size = 10,
  angle = 0,
  isVertical = false,
}: Line): Glyph[] => {
  let at = 0;
  return Array.from(text, (char) => {
    const width = /[\p{Script=Han}　，。（）]/u.test(char) ? size : size / 2;
    const along = (distance: number): [number, number] =>
      isVertical ? [x, y + distance] : [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
    const [startX, startY] = along(at);
    at += isVertical ? size : width;
    const [endX, endY] = along(at);
    return { text: char, page, x: startX, y: startY, endX, endY, size, angle, isVertical, ink: 'fill' };
  });
};

const found = (...lines: Line[]) =>
  findMarks(lines.flatMap(glyphsOf), search).map(({ kind, words }) => `${kind} ${words}`);

describe('on one line', () => {
  test.each([
    ['由吕晓明完成', 'name 吕晓明'],
    ['由吕 晓 明完成', 'name 吕 晓 明'],
    ['由吕曉明完成', 'name 吕曉明'],
    ['by Lv Xiaoming et al', 'name Lv Xiaoming'],
    ['by LÜ Xiao-Ming et al', 'name LÜ Xiao-Ming'],
    ['by Xiaoming Lyu, and', 'name Xiaoming Lyu'],
    ['by Xiaoming Lue, and', 'name Xiaoming Lue'],
    ['by X. M. Lu, and', 'name X. M. Lu'],
    ['by Lǚ Xiǎomíng, and', 'name Lǚ Xiǎomíng'],
    ['by Lv XM, and', 'name Lv XM'],
    ['武汉理工大学学报', 'school 武汉理工大学'],
    ['武漢理工的实验室', 'school 武漢理工'],
    ['（材料科学与工程 学院）', 'college 材料科学与工程 学院'],
    ['at Wuhan University of Technology, China', 'school Wuhan University of Technology'],
    ['武汉某高校的学生', 'city 武汉某高校'],
    ['测试在WUT-X2平台上进行', 'school WUT'],
    ['mail xmlv@whut.edu.cn here', 'mail xmlv@whut.edu.cn'],
    ['mail xmlv @ whut.edu.cn here', 'mail xmlv @ whut.edu.cn'],
    ['see www.whut.edu.cn/x', 'site www.whut.edu.cn'],
    ['mail other.one@qq.com now', 'mail other.one@qq.com'],
    ['电话 138-1234-5678 联系', 'phone 电话 138-1234-5678'],
    ['+86 138 1234 5678', 'phone +86 138 1234 5678'],
    ['id 0000-0002-1825-0097 end', 'orcid 0000-0002-1825-0097'],
    ['证件 11010519491231002X 号', 'identity 11010519491231002X'],
    ['基金项目：国家自然科学基金（51872219）', 'fund 51872219'],
    ['基金项目：国家社会科学基金（19BZX045）', 'fund 19BZX045'],
    ['湖南省教育科学规划课题 XJK18CGD012', 'fund XJK18CGD012'],
    ['致谢', 'thanks 致谢'],
    ['吕教授的指导', 'role 吕教授'],
  ])('%s', (text, mark) => expect(found({ text })).toContain(mark));

  test('a school in capitals is neither a word of small letters nor part of one', () => {
    expect(found({ text: 'to wut, Wut and XWUTY' })).toEqual([]);
  });

  test.each([
    '本文研究了材料的性能，结果表明方法有效。',
    'The relevant value of the solution is 0.51872.',
    'doi:10.1016/j.jpowsour.2012.13912345670',
    'silver valve',
    '清华大学出版社',
    '共 20230115 条记录',
    '项目按 ISO9001 管理，共 2019 项',
  ])('nothing in: %s', (text) => expect(found({ text })).toEqual([]));
});

describe('broken', () => {
  test('over two lines', () => {
    expect(found({ text: '本文由吕晓' }, { text: '明完成。', y: 116 })).toEqual(['name 吕晓明']);
  });
  test('over two lines that are drawn in another order', () => {
    expect(
      found({ text: 'Ming did it', y: 116 }, { text: 'so Lv Xiao-', y: 100 }, { text: 'head', y: 60 }),
    ).toEqual(['name Lv Xiao-Ming']);
  });
  test('over columns', () => {
    const left = Array.from({ length: 5 }, (_, row) => ({ text: '左栏的文字写在这里', y: 100 + row * 16 }));
    const lines = [
      ...left,
      { text: '最后一行写到吕', y: 180 },
      { text: '晓明在右栏继续', x: 250, y: 100 },
      { text: '右栏的文字在这里', x: 250, y: 116 },
    ];
    expect(found(...lines)).toEqual(['name 吕晓明']);
  });
  test('over pages', () => {
    const glyphs = [
      ...glyphsOf({ text: '前一页的文字' }),
      ...glyphsOf({ text: '写到了吕晓', y: 116 }),
      ...glyphsOf({ text: '明，在下一页', page: 2, y: 50 }),
      ...glyphsOf({ text: '下一页的文字', page: 2, y: 66 }),
    ];
    const marks = findMarks(glyphs, search, ordersAcross(glyphs));
    expect(marks.map(({ words, places }) => [words, places.map(({ page }) => page)])).toEqual([
      ['吕晓明', [1, 2]],
    ]);
  });
});

test('turned, upright and shuffled text', () => {
  expect(found({ text: '由吕晓明完成', angle: Math.PI / 4 })).toEqual(['name 吕晓明']);
  expect(found({ text: '由吕晓明完成', isVertical: true })).toEqual(['name 吕晓明']);
  expect(
    found(
      ...['完', '吕', '成', '明', '由', '晓'].map((text) => ({
        text,
        x: 50 + '由吕晓明完成'.indexOf(text) * 10,
      })),
    ),
  ).toEqual(['name 吕晓明']);
  const stacked = ['吕', '晓', '明'].map((text, index) => ({ text, y: 100 + index * 12 }));
  expect(found(...stacked)).toEqual(['name 吕晓明']);
});

test('places lie over their glyphs, and no further than half of the next one', () => {
  const [mark] = findMarks(glyphsOf({ text: '由吕晓明完成' }), search);
  const [place] = mark!.places;
  expect(place!.x).toBeGreaterThan(55);
  expect(place!.x).toBeLessThan(60);
  expect(place!.x + place!.width).toBeGreaterThan(90);
  expect(place!.x + place!.width).toBeLessThan(95);
});

describe('schools as they are called', () => {
  const ofSchool = (facts: Pick<BlindFacts, 'schools' | 'acronyms' | 'cities' | 'mails'>, text: string) => {
    const terms = termsOf(
      { names: [], coauthors: [], colleges: [], units: [], phones: [], idCards: [], funds: [], ...facts },
      simplify,
    );
    return findMarks(glyphsOf({ text }), { terms, simplify }).map(({ kind, words }) => `${kind} ${words}`);
  };
  const zhejiang = {
    schools: ['浙江大学'],
    acronyms: [],
    cities: [
      { name: '杭州', letters: 'hangzhou' },
      { name: '浙江', letters: 'zhejiang' },
    ],
    mails: ['someone@zju.edu.cn'],
  };

  test.each([
    ['他毕业于浙大，后来', ['school 浙大']],
    ['（浙大附属医院）', ['school 浙大']],
    ['江浙大学城的人', []],
    ['浙大街在城东', []],
    ['at Zhejiang University, China', ['school Zhejiang University']],
    ['the ZJU corpus', ['school ZJU']],
    ['a zjuxian word', []],
  ])('浙江大学 in %s', (text, wanted) => {
    expect(ofSchool(zhejiang, text)).toEqual(wanted);
  });

  const huali = {
    schools: ['华东理工大学'],
    acronyms: [],
    cities: [{ name: '上海', letters: 'shanghai' }],
    mails: [],
  };
  test.each([
    [
      'East China University of Science and Technology',
      ['school East China University of Science and Technology'],
    ],
    ['华东理工的老师', ['school 华东理工']],
    ['华东师范大学学报', []],
  ])('华东理工大学 in %s', (text, wanted) => {
    expect(ofSchool(huali, text)).toEqual(wanted);
  });
});

test('radicals are read as the characters that they look like', () => {
  const named = { ...facts, names: [{ name: '龙英青', surname: ['long'], given: [['ying'], ['qing']] }] };
  const words = findMarks(glyphsOf({ text: '作者⻰英⻘等人，以及⿓英青' }), {
    terms: termsOf(named, (text) => simplify(text).replaceAll('龍', '龙')),
    simplify: (text) => simplify(text).replaceAll('龍', '龙'),
  }).map(({ words: one }) => one);
  expect(words).toEqual(['⻰英⻘', '⿓英青']);
});

test.each([
  ['Wuhan Univ. of Technol., China', ['school Wuhan Univ. of Technol']],
  ['Wuhan Univ Technol, Sch Mat Sci', ['school Wuhan Univ Technol']],
  ['Wuhan has a universal technique', []],
  ['someone (at) example (dot) edu (dot) cn', ['mail someone (at) example (dot) edu (dot) cn']],
  ['０000 0002 1825 0097', ['orcid ０000 0002 1825 0097']],
  ['0000 0002 1825 0098', []],
  ['请拨027-87651234', ['phone 027-87651234']],
  ['（027）8765 1234', ['phone （027）8765 1234']],
  ['2020-20211234', []],
])('as it is also written: %s', (text, wanted) => {
  expect(found({ text })).toEqual(wanted);
});

test('a word that is broken at the end of a line is one word', () => {
  const lines = [
    { text: 'of Wuhan Uni-', y: 100 },
    { text: 'versity of Tech-', y: 112 },
    { text: 'nology in China', y: 124 },
  ];
  expect(found(...lines)).toEqual(['school Wuhan Uni-versity of Tech-nology']);
});

describe('names as few people write them', () => {
  const ofName = (own: BlindFacts['names'][number], text: string) =>
    findMarks(glyphsOf({ text }), { terms: termsOf({ ...facts, names: [own] }, simplify), simplify }).map(
      ({ words }) => words,
    );
  const lv = facts.names[0]!;
  test.each([
    ['由晓明吕完成', ['晓明吕']],
    ['由晓明·吕完成', ['晓明·吕']],
    ['姓：吕　名：晓明', ['姓：吕　名：晓明']],
    ['由吕暁明完成', ['吕暁明']],
    ['by Lv Xiɑominɡ, and', ['Lv Xiɑominɡ']],
    ['by Lv Xіаоming, and', ['Lv Xіаоming']],
  ])('吕晓明 in %s', (text, wanted) => expect(ofName(lv, text)).toEqual(wanted));

  /** The name, its readings, and how it was written before pinyin. */
  test.each([
    ['张建国', ['zhang'], ['jian', 'guo'], 'Chang Chien-kuo'],
    ['许志强', ['xu'], ['zhi', 'qiang'], 'Hsu Chih-chiang'],
    ['谢子荣', ['xie'], ['zi', 'rong'], 'Hsieh Tzu-jung'],
    ['曾若诗', ['zeng'], ['ruo', 'shi'], 'Tseng Jo-shih'],
    ['郭硕仁', ['guo'], ['shuo', 'ren'], 'Kuo Shuo-jen'],
    ['蔡雪燕', ['cai'], ['xue', 'yan'], 'Tsai Hsueh-yen'],
    ['邓思源', ['deng'], ['si', 'yuan'], 'Teng Ssu-yuan'],
    ['何佩仪', ['he'], ['pei', 'yi'], 'Ho Pei-i'],
    ['吕晓明', ['lv'], ['xiao', 'ming'], 'Lü Hsiao-ming'],
  ])('%s as it was written before pinyin: %s %j %s', (name, surname, given, written) => {
    const own = { name, surname, given: given.map((syllable) => [syllable]) };
    const [family, called] = written.split(' ');
    expect(ofName(own, `by ${written}, and`)).toEqual([written]);
    expect(ofName(own, `by ${called} ${family} and`)).toEqual([`${called} ${family}`]);
  });

  test('a spelling from before pinyin does not match when shortened or when it is another name in pinyin', () => {
    const own = (given: string[]) => ({
      name: `张${'建国'.slice(0, given.length)}`,
      surname: ['zhang'],
      given: given.map((syllable) => [syllable]),
    });
    for (const text of ['by Chang C.K., and', 'by C. Chang, and', 'by Chang, and'])
      expect(ofName(own(['jian', 'guo']), text)).toEqual([]);
    expect(ofName(own(['wei']), 'by Chang Wei, and')).toEqual([]);
  });

  test('two reversed characters do not match a name', () => {
    expect(spellingsInCharacters('王国')).not.toContain('国王');
  });

  const dotted = {
    name: '阿不都热合曼·买买提',
    surname: ['a'],
    given: [['bu'], ['du'], ['re'], ['he'], ['man'], ['mai'], ['mai'], ['ti']],
  };
  test.each([
    ['由阿不都热合曼•买买提完成', ['阿不都热合曼•买买提']],
    ['由阿不都热合曼完成', ['阿不都热合曼']],
    ['由买买提·阿不都热合曼完成', ['买买提·阿不都热合曼']],
    ['by Maimaiti Abudureheman, and', ['Maimaiti Abudureheman']],
    ['by Abudureheman M., and', ['Abudureheman M']],
    ['by A. Maimaiti, and', ['A. Maimaiti']],
    ['by Abudureheman, and', ['Abudureheman']],
  ])('a name of two parts in %s', (text, wanted) => expect(ofName(dotted, text)).toEqual(wanted));

  test('a name in letters matches without its middle part', () => {
    const smith = { name: 'John A. Smith', surname: ['smith'], given: [['john'], ['a']] };
    expect(ofName(smith, 'by John Smith, and')).toEqual(['John Smith']);
  });
});

describe('contacts', () => {
  const publicly = { ...facts, mails: ['xm1978@163.com'] };
  test.each([
    ['see http://lab.whut.edu.cn/x', ['lab.whut.edu.cn']],
    ['微信号：xmlv_78，或', ['微信号：xmlv_78']],
    ['QQ: 12345678 或', ['QQ: 12345678']],
    ['账号 xm1978 是', ['xm1978']],
    ['微信公众平台2019年', []],
  ])('%s', (text, wanted) => {
    const terms = termsOf(publicly, simplify);
    expect(findMarks(glyphsOf({ text }), { terms, simplify }).map(({ words }) => words)).toEqual(wanted);
  });
});
