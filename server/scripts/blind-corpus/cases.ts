import type { BlindFacts } from '@zhiping/shared/rules/blind-copy/terms.ts';
import type { PageDoubt } from '@zhiping/shared/rules/blind-copy/kinds.ts';

/** Facts of an invented author. */
export const facts: BlindFacts = {
  names: [{ name: '吕晓明', surname: ['lv'], given: [['xiao'], ['ming']] }],
  coauthors: [{ name: '欧阳静怡', surname: ['ouyang'], given: [['jing'], ['yi']] }],
  schools: ['武汉理工大学', '武汉工业大学'],
  acronyms: ['WHUT', 'WUT', 'WHUST', 'WUST', 'WIT', 'WHLGDX', 'WHTU', 'WHPU', 'WHGYDX'],
  colleges: ['材料科学与工程学院'],
  units: ['华中技术研究所'],
  cities: [{ name: '武汉', letters: 'wuhan' }],
  mails: ['xmlv@whut.edu.cn'],
  phones: ['13812345678'],
  idCards: ['11010519491231002X'],
  funds: ['51872219'],
};

/** Texts that a copy must not contain, as letters and digits alone. */
export const needles = [
  '吕晓明',
  '呂曉明',
  '欧阳静怡',
  '武汉理工大学',
  '武漢理工大學',
  '武汉工业大学',
  '材料科学与工程学院',
  '华中技术研究所',
  '武汉某高校',
  'lvxiaoming',
  'luxiaoming',
  'lyuxiaoming',
  'xiaominglv',
  'xiaominglu',
  'xiaominglyu',
  'xmlv',
  'xmlu',
  'lvxm',
  'ouyangjingyi',
  'jingyiouyang',
  'whuteducn',
  '13812345678',
  '11010519491231002x',
  '0000000218250097',
  'wuhanuniversityoftechnology',
];

export type HtmlCase = { name: string; html: string; wanted: string[]; doubt?: PageDoubt };

const kept = '这一句话任何人都可以读到';
const english = 'This sentence may be read by everybody';
const filler = Array.from(
  { length: 12 },
  (_, row) => `<p>第 ${row + 1} 段：本文研究了材料的性能，结果表明方法有效。</p>`,
).join('');
const around = (inner: string) => `<p>${kept}。</p>${inner}<p>${english}.</p>`;
const wanted = [kept, english];

/** Pages that a browser prints, and that are written once more by cairo. */
export const htmlCases: HtmlCase[] = [
  {
    name: 'plain',
    html: around('<p>作者：吕晓明，欧阳静怡</p><p>武汉理工大学 材料科学与工程学院</p>'),
    wanted,
  },
  { name: 'spaced', html: around('<p>吕　晓　明 / 吕 晓 明 / 欧阳 静怡</p>'), wanted },
  { name: 'letterspaced', html: around('<p style="letter-spacing:.6em">吕晓明 武汉理工大学</p>'), wanted },
  { name: 'traditional', html: around('<p>呂曉明，武漢理工大學</p>'), wanted },
  { name: 'superscripts', html: around('<p>吕晓明<sup>1,*</sup>，欧阳静怡<sup>2</sup></p>'), wanted },
  {
    name: 'latin',
    html: around('<p>Lv Xiaoming, Xiaoming LU, X.-M. Lv, Lyu Xiao-Ming, LÜ Xiaoming, Lv X M</p>'),
    wanted,
  },
  { name: 'tones', html: around('<p>Lǚ Xiǎomíng and Xiǎomíng Lǚ; Ouyang Jingyi; Jingyi Ouyang</p>'), wanted },
  {
    name: 'affiliation',
    html: around('<p>School of Materials, Wuhan University of Technology, China</p>'),
    wanted,
  },
  {
    name: 'contacts',
    html: around(
      '<p>E-mail: xmlv@whut.edu.cn</p><p>电话 138-1234-5678，ORCID: 0000-0002-1825-0097</p><p>身份证 11010519491231002X</p>',
    ),
    wanted,
  },
  { name: 'former', html: around('<p>原武汉工业大学，曾任职于华中技术研究所；武汉某高校</p>'), wanted },
  {
    name: 'broken-line',
    html: around(
      '<p style="width:7em">本文的作者是吕晓明先生和欧阳静怡，武汉理工大学</p><p style="width:9.5em;font-family:monospace">written by Lv Xiaoming of xmlv@whut.edu.cn</p>',
    ),
    wanted,
  },
  {
    name: 'columns',
    html: around(
      `<div style="columns:2;height:64px;column-fill:auto;width:24em;line-height:16px;font-size:12px">${'甲乙丙丁戊己庚辛'.repeat(5)}今由吕晓明完成此文，${'甲乙丙丁'.repeat(5)}</div>`,
    ),
    wanted,
  },
  {
    name: 'page-break',
    html: `<p>${kept}。${english}.</p><div style="height:640px"></div><div style="width:6em;font-size:20px;line-height:40px">${'文字文字文字'.repeat(6)}由吕晓明完成本文的全部工作${'文字文字文字'.repeat(8)}</div>`,
    wanted,
  },
  {
    name: 'rotated',
    html: around(
      '<p style="transform:rotate(33deg);width:16em;margin:120px auto">吕晓明 武汉理工大学 Lv Xiaoming</p>',
    ),
    wanted,
  },
  { name: 'upside', html: around('<p style="transform:rotate(180deg)">吕晓明 武汉理工大学</p>'), wanted },
  {
    name: 'vertical',
    html: around('<p style="writing-mode:vertical-rl;height:18em">作者吕晓明，武汉理工大学教师</p>'),
    wanted,
  },
  { name: 'stacked', html: around('<p style="width:1em;line-height:1.2">吕晓明</p>'), wanted },
  { name: 'tiny', html: around('<p style="font-size:5px">吕晓明 武汉理工大学 xmlv@whut.edu.cn</p>'), wanted },
  { name: 'large', html: around('<p style="font-size:54px">吕晓明</p>'), wanted },
  { name: 'white', html: around('<p style="color:#fff">吕晓明 武汉理工大学</p>'), wanted },
  {
    name: 'stroked',
    html: around('<p style="-webkit-text-stroke:2px #000;font-size:24px">吕晓明 武汉理工大学</p>'),
    wanted,
  },
  {
    name: 'coloured',
    html: around(
      '<p style="color:#c00;background:#ffd">吕晓明，武汉理工大学</p><p style="color:#06c">彩色的文字</p>',
    ),
    wanted,
  },
  {
    name: 'table',
    html: around(
      '<table border=1><tr><td>姓名</td><td>吕晓明</td><td>单位</td><td>武汉理工大学</td></tr><tr><td colspan=4>xmlv@whut.edu.cn</td></tr></table>',
    ),
    wanted,
  },
  {
    name: 'long',
    html: `${filler}<p>吕晓明</p>${around(filler + filler + filler + '<p>武汉理工大学</p>')}`,
    wanted,
  },
  {
    name: 'running-head',
    html: `<style>@page{@top-center{content:"吕晓明：论文"}@bottom-center{content:"武汉理工大学学报"}}</style>${around(filler + filler + filler)}`,
    wanted,
  },
  {
    name: 'shadow',
    html: around(
      '<p style="opacity:.4">吕晓明 武汉理工大学</p><p style="position:relative">吕晓明<span style="position:absolute;left:1px;top:1px;color:#999">吕晓明</span></p>',
    ),
    wanted,
  },
  {
    name: 'picture',
    html: around(
      '<svg width=300 height=60><foreignObject width=300 height=60><p xmlns="http://www.w3.org/1999/xhtml">吕晓明</p></foreignObject></svg><img width=200 height=100 src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC">',
    ),
    wanted,
    doubt: 'picture',
  },
];
