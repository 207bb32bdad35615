import { expect, test } from 'vitest';
import { hideInText } from './hide-in-text.ts';
import { termsOf } from './terms.ts';

const simplify = (text: string) => text.replaceAll('張', '张').replaceAll('國', '国').replaceAll('華', '华');
const terms = termsOf(
  {
    names: [
      { name: '慕容教书', surname: ['murong'], given: [['jiao'], ['shu']] },
      { name: '张国华', surname: ['zhang'], given: [['guo'], ['hua']] },
    ],
    coauthors: [],
    schools: ['天津大学'],
    acronyms: [],
    colleges: ['计算机学院'],
    units: [],
    cities: [{ name: '天津', letters: 'tianjin' }],
    mails: ['a@example.edu.cn'],
    phones: ['13800000000'],
    idCards: [],
    funds: [],
  },
  simplify,
);
const hide = (text: string) => hideInText(text, { terms, simplify });

test.each([
  ['本人慕容教书提出方法', '本人〔已隐去〕提出方法'],
  ['慕容 教书在天津大学完成', '〔已隐去〕在〔已隐去〕完成'],
  ['慕·容·教·书', '〔已隐去〕'],
  ['慕容\n教书', '〔已隐去〕'],
  ['联系 a@example.edu.cn 或 138 0000 0000', '联系 〔已隐去〕 或 〔已隐去〕'],
  ['受国家自然科学基金资助，致谢同行', '受国家自然科学基金资助，致谢同行'],
  ['提出并验证了方法', '提出并验证了方法'],
  ['張國華的方法', '〔已隐去〕的方法'],
  ['张1国2华的方法', '〔已隐去〕的方法'],
  ['张①国②华的方法', '〔已隐去〕的方法'],
  ['张a国b华的方法', '〔已隐去〕的方法'],
  ['天1津2大3学', '〔已隐去〕'],
  ['by Zhang1 Guo2hua2, 2024', 'by 〔已隐去〕2, 2024'],
  ['张\u202e国华的方法', '〔已隐去〕的方法'],
  ['\u2067张\u200f国\u2069华', '〔已隐去〕'],
  ['由\u202e华国张\u202c提出', '由〔已隐去〕提出'],
  ['由\u202e方法\u202c提出', '由方法提出'],
  ['开张以来 2024 年 5 月全国范围 3 省的中华民族研究', '开张以来 2024 年 5 月全国范围 3 省的中华民族研究'],
  ['模型 A 的 3 层结构', '模型 A 的 3 层结构'],
  ['', ''],
])('%s becomes %s', (text, shown) => expect(hide(text)).toBe(shown));
