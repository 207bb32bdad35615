import type { Byline } from '../../src/demo/papers.ts';
import type { PaperText } from '../../src/demo/papers/paper-text.ts';

const headings = ['一、问题的提出', '二、思路与方法', '三、分析与讨论', '四、结论与建议'] as const;

/** Common text of all invented papers, so that pages have a realistic length. */
const common = [
  '围绕这一问题，已有讨论主要集中在概念与制度的说明，对实际过程的观察不足。本文在已有成果的基础上，先界定讨论的范围，再说明材料的来源，最后给出可以检验的判断。',
  '为了保证结论可靠，材料的收集与整理由两人分别进行，不一致之处经讨论确定。所有判断都说明了依据，没有依据的推测不列入结论。',
  '需要说明的是，上述结果受到样本与时间的限制。改变条件之后，数值会有变化，方向保持一致，因此主要结论仍然成立。',
  '总的来看，本文的结论能够为实际工作提供参考。今后将扩大样本的范围，继续观察较长时间内的变化，并与其他方法进行比较。',
];

const references = [
  '研究方法论编写组．社会与工程研究方法［M］．学术出版社，2019：45—68．',
  '本刊编辑部．近十年研究进展综述［J］．学术月刊，2021（4）：12—25．',
  '课题组．调查数据说明与使用手册［R］．研究报告，2022．',
];

const style = `
  @font-face { font-family: Paper; src: url(paper.ttf) }
  body { font: 12pt/2.3 Paper; margin: 0; text-align: justify; font-synthesis: none }
  h1 { font-size: 17pt; font-weight: 400; text-align: center; margin: 0 0 6mm; line-height: 1.5 }
  h2 { font-size: 12.5pt; font-weight: 400; margin: 5mm 0 1mm; break-after: avoid }
  p { margin: 0; text-indent: 2em } .by { text-align: center; text-indent: 0 } .by.last { margin-bottom: 5mm }
  ol { margin: 0; padding-left: 2em; font-size: 9.5pt } svg, img { display: block; margin: 4mm auto }`;

const bylineHtml = (by: Byline | null) =>
  by
    ? `<p class="by">${by.author}　${by.coauthor}</p><p class="by">（${by.unit}${by.college}）</p>
       <p class="by last">通信作者：${by.author}，电子邮箱：${by.mail}</p>`
    : '';

const thanks = `<h2>致谢</h2><p>感谢课题组同事对调查的支持。本文得到国家社会科学基金项目（20ZDA0457）资助。</p>`;

/** A paper as a page that a browser prints. `picture` is the address of one, for those that have it. */
export const paperHtml = (paper: PaperText, by: Byline | null, picture: string): string => {
  const parts = paper.parts.map(
    (own, index) => `<h2>${headings[index]}</h2><p>${own}</p><p>${common[index]}</p>
      ${paper.hasPicture && index === 1 ? `<img src="${picture}" width="300" height="150" alt="">` : ''}`,
  );
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${paper.title}</title><style>${style}</style>
    <h1>${paper.title}</h1>${bylineHtml(by)}
    <p>摘要：${paper.abstract}</p><p>关键词：${paper.keywords.join('；')}</p>
    ${parts.join('')}${paper.isThankful ? thanks : ''}
    <h2>参考文献</h2><ol>${references.map((one) => `<li>${one}</li>`).join('')}</ol></html>`;
};

/** A certificate of the demo: what kind it stands for, and that it proves nothing. */
export const certificateHtml = (name: string, lines: readonly string[]): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${name}</title><style>${style}
    body { border: 1.5pt solid #555; padding: 30mm 20mm; min-height: 130mm }</style>
    <h1>${name}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}
    <p class="by" style="margin-top:30mm">演示材料，不作任何证明之用</p></html>`;
