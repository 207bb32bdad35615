import { formSections, ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { describe, expect, test } from 'vitest';
import { cellsOf, ignoredIn, pastedEntries } from './paste-entries.ts';
import { tidyMonth } from '@zhiping/shared/rules/tidy-date.ts';

const { papers } = formSections.research.lists;
const paste = (text: string) => {
  let key = 0;
  return pastedEntries(text, papers.columns, () => `k${(key += 1)}`);
};

test.each([
  [
    '甲\t乙\r\n丙\t丁\r\n',
    [
      ['甲', '乙'],
      ['丙', '丁'],
    ],
  ],
  ['"有\n换行"\t"说""引号"""', [['有\n换行', '说"引号"']]],
  ['\t\n', []],
  [
    '"深度"学习\t甲\n"没有结束\t乙\n',
    [
      ['"深度"学习', '甲'],
      ['"没有结束', '乙'],
    ],
  ],
])('cells of %j', (text, expected) => {
  expect(cellsOf(text)).toEqual(expected);
});

describe('rows with headings', () => {
  test('go where their headings say, in any order, whatever stands behind the words', () => {
    const text = '年份\t题目\t刊物或会议\t本人排名（第几）\t收录\n２０２４\t一篇论文\t计算机学报\t第1\tEI';
    expect(paste(text)).toEqual([
      {
        entry: expect.objectContaining({
          key: 'k1',
          title: '一篇论文',
          venue: '计算机学报',
          year: 2024,
          rank: 1,
          index: 'ei',
        }),
        problems: [],
      },
    ]);
  });
});

describe('headings of their own', () => {
  test('are understood where they are usual', () => {
    const [row] = paste('论文题目\t刊名\t发表时间\t排名\t检索情况\n一篇论文\t计算机学报\t2023\t2\tSCI');
    expect(row).toMatchObject({
      entry: { title: '一篇论文', venue: '计算机学报', year: 2023, rank: 2, index: 'sci' },
      problems: [],
    });
  });

  test('are told where their columns are not taken', () => {
    expect(ignoredIn('题目\t年份\t影响因子\t发表时间\n一\t2023\t3.2\t2023', papers.columns)).toEqual([
      '影响因子',
      '发表时间',
    ]);
    expect(ignoredIn('题目\t刊物或会议\n一\t学报', papers.columns)).toEqual([]);
  });

  test('are missed where cells stand beyond the last column', () => {
    expect(ignoredIn(Array(9).fill('一').join('\t'), papers.columns)).toEqual([]);
    expect(ignoredIn(Array(10).fill('一').join('\t'), papers.columns)).toEqual(['第 9 列以后的内容']);
  });
});

describe('rows without headings', () => {
  test('follow the order of the form, and each says what is wrong with it', () => {
    const [good, bad] = paste('题目一\t学报\t2024\t1\n题目二\t\t二〇二四\t一');
    expect(good).toMatchObject({ entry: { title: '题目一', rank: 1 }, problems: [] });
    expect(bad?.problems).toEqual([
      '请填写刊物或会议',
      '年份「二〇二四」不是 1980 至 2100 的数字',
      '本人排名「一」不是 1 至 500 的数字',
    ]);
  });
});

test.each([
  ['2020年9月', '2020-09'],
  ['2020.9', '2020-09'],
  ['202009', '2020-09'],
  ['2020-09-15', '2020-09'],
  ['去年', '去年'],
])('month %s', (typed, month) => {
  expect(tidyMonth(typed)).toBe(month);
});

test.each([
  ['第 1', 1],
  ['１，２０３', 1203],
  ['1/5', null],
  ['2（共 6 人）', null],
  ['-3', null],
  ['99999', null],
])('number %s', (cell, expected) => {
  const [row] = paste(`题目\t学报\t2024\t1\t${cell}`);
  expect(row?.entry['people']).toBe(expected);
  expect(row?.problems).toHaveLength(expected === null ? 1 : 0);
});

test.each([
  ['2023年5月', 2023],
  ['2022.06', 2022],
  ['2021-01-15', 2021],
  ['２０２０／３', 2020],
  ['1899年', null],
])('year %s', (cell, expected) => {
  const [row] = paste(`题目\t学报\t${cell}\t1`);
  expect(row?.entry['year']).toBe(expected);
});

test('whatever is pasted can be stored', () => {
  const { projects } = formSections.research.lists;
  const form = (list: string, entries: unknown[]) => ProjectForm.safeParse({ research: { [list]: entries } });
  const long = `${'😀'.repeat(5000)}\0\ud800`;
  const rows = [...pastedEntries(Array(9).fill(long).join('\t'), projects.columns, () => 'k1')];
  expect(
    form(
      'projects',
      rows.map(({ entry }) => entry),
    ).error,
  ).toBeUndefined();
  expect(rows[0]?.problems.join()).toMatch(/开始时间「.+」看不懂/);
  expect(JSON.stringify(rows.map(({ entry }) => entry))).not.toMatch(/\\u0000|\\ud8/);
});
