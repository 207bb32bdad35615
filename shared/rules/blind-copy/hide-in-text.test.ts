import { expect, test } from 'vitest';
import { hideInText } from './hide-in-text.ts';
import { termsOf } from './terms.ts';

const simplify = (text: string) => text;
const terms = termsOf(
  {
    names: [{ name: '慕容教书', surname: ['murong'], given: [['jiao'], ['shu']] }],
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
  ['', ''],
])('%s becomes %s', (text, shown) => expect(hide(text)).toBe(shown));
