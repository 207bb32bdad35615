import { type Entry, formSections, ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { describe, expect, test } from 'vitest';
import { cellsOf, type Columns, ignoredIn, isShifted, tableIn } from './paste-columns.ts';
import { pastedEntries } from './paste-entries.ts';
import { thisYear } from '@zhiping/shared/rules/text/dates.ts';
import { tidyMonth } from '@zhiping/shared/rules/text/tidy-date.ts';

const { papers } = formSections.research.lists;
const paste = (text: string, columns: Columns = papers.columns, present: readonly Entry[] = []) => {
  let key = 0;
  const table = tableIn(text, columns);
  const newKey = () => `k${(key += 1)}`;
  return pastedEntries(table, { mapping: table.mapping, columns, present, newKey });
};

test.each([
  [
    '甲\t乙\r\n丙\t丁\r\n',
    [
      ['甲', '乙'],
      ['丙', '丁'],
    ],
  ],
  ['"有\n换行"\t"说""引号"""', [['有 换行', '说"引号"']]],
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
  test('are mapped by their headings, in any order, whatever follows the words', () => {
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
        notes: [],
        same: null,
      },
    ]);
  });
});

describe('other headings', () => {
  test('are understood if they are common', () => {
    const [row] = paste('论文题目\t刊名\t发表时间\t排名\t检索情况\n一篇论文\t计算机学报\t2023\t2\tSCI');
    expect(row).toMatchObject({
      entry: { title: '一篇论文', venue: '计算机学报', year: 2023, rank: 2, index: 'sci' },
      problems: [],
    });
  });

  test('are reported if their columns are ignored', () => {
    expect(ignoredIn(tableIn('题目\t年份\t影响因子\t发表时间\n一\t2023\t3.2\t2023', papers.columns))).toEqual(
      ['影响因子', '发表时间'],
    );
    expect(ignoredIn(tableIn('题目\t刊物或会议\n一\t学报', papers.columns))).toEqual([]);
  });

  test('are reported as missing if cells exceed the last column', () => {
    expect(ignoredIn(tableIn(Array(9).fill('一').join('\t'), papers.columns))).toEqual([]);
    expect(ignoredIn(tableIn(Array(10).fill('一').join('\t'), papers.columns))).toEqual([
      '第 9 列以后的内容',
    ]);
  });
});

describe('rows without headings', () => {
  test('follow the order of the form, and each reports its problems', () => {
    const [good, bad] = paste('题目一\t学报\t2024\t1\n题目二\t\t二〇二四\t一');
    expect(good).toMatchObject({ entry: { title: '题目一', rank: 1 }, problems: [] });
    expect(bad?.problems).toEqual([
      '请填写刊物或会议',
      `年份「二〇二四」不是 1980 至 ${thisYear() + 1} 的数字`,
      '本人排名「一」不是 1 至 500 的数字',
    ]);
  });

  test('report values that contradict each other', () => {
    expect(paste('题目一\t学报\t2024\t4\t3')[0]?.problems).toEqual(['本人排名大于总人数']);
    const { columns } = formSections.research.lists.projects;
    const [row] = paste('项目名称\t开始时间\t结束时间\n甲\t2020-01\t2018-01', columns);
    expect(row?.problems).toContain('结束时间早于开始时间');
  });

  test('do not take what a failed formula left', () => {
    const [row] = paste('#N/A\t学报\t2024\t1');
    expect(row?.entry['title']).toBeNull();
    expect(row?.problems).toEqual(['题目「#N/A」是公式的错误值，请改正后再添加']);
  });
});

test.each([
  ['2020年9月', '2020-09'],
  ['2020.9', '2020-09'],
  ['202009', '2020-09'],
  ['2020-09-15', '2020-09'],
  ['2020-09-01 00:00:00', '2020-09'],
  ['2020年12月', '2020-12'],
  ['2019.1-2020.2', '2019.1-2020.2'],
  ['2019年1月至6月', '2019年1月至6月'],
  ['2019.9-12月', '2019.9-12月'],
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

test('every pasted value can be stored', () => {
  const { projects } = formSections.research.lists;
  const form = (list: string, entries: unknown[]) => ProjectForm.safeParse({ research: { [list]: entries } });
  const long = `${'😀'.repeat(5000)}\0\ud800`;
  const rows = paste(Array(9).fill(long).join('\t'), projects.columns);
  expect(
    form(
      'projects',
      rows.map(({ entry }) => entry),
    ).error,
  ).toBeUndefined();
  expect(rows[0]?.problems.join()).toMatch(/开始时间「.+」看不懂/);
  expect(JSON.stringify(rows.map(({ entry }) => entry))).not.toMatch(/\\u0000|\\ud8/);
});

describe('a rank with the total number', () => {
  const rankIn = (cells: string, columns: Columns = papers.columns) => {
    const [row] = paste(cells, columns);
    return { ...row!.entry, problems: row!.problems, notes: row!.notes };
  };

  test.each(['2/5', '２／５', '第2（共5人）', '2 (5)', '2/5人'])('%s is the second of five', (cell) => {
    expect(rankIn(`题目\t学报\t2024\t${cell}`)).toMatchObject({ rank: 2, people: 5, problems: [] });
  });

  test('must agree with the number beside it', () => {
    expect(rankIn('题目\t学报\t2024\t2/5\t5')).toMatchObject({ rank: 2, people: 5, problems: [] });
    expect(rankIn('题目\t学报\t2024\t2/5\t6').problems).toEqual(['本人排名「2/5」与总人数「6」不一致']);
  });

  test('adds a note if the list has no column for the total', () => {
    const { books } = formSections.research.lists;
    expect(rankIn('数论\t科学出版社\t2024\t主编\t2/5', books.columns)).toMatchObject({
      rank: 2,
      problems: [],
      notes: ['本人排名「2/5」按第 2 添加，总人数没有单独的栏目'],
    });
  });

  test.each([
    ['25', 25],
    ['6/5', null],
    ['2.5', null],
    ['2月5日', null],
  ])('%s is not read as a rank with a total', (cell, rank) => {
    expect(rankIn(`题目\t学报\t2024\t${cell}`)).toMatchObject({ rank, people: null });
  });

  test('reports its problem', () => {
    expect(rankIn('题目\t学报\t2024\t2.5').problems).toEqual(['本人排名「2.5」不是整数']);
    expect(rankIn('题目\t学报\t2024\t2月5日').problems).toEqual([
      '本人排名「2月5日」不是 1 至 500 的数字，像是被 Excel 改成了日期，请核对',
    ]);
  });
});

test.each([
  ['SCI一区', 'sci', true],
  ['SCI（中科院二区）', 'sci', true],
  ['SCI Q1', 'sci', true],
  ['SCIE', 'sci', false],
  ['EI会议', 'ei', false],
  ['CSSCI来源期刊', 'cssci', false],
  ['SSCI Top', 'ssci', true],
  ['AHCI', 'ahci', false],
  ['CSSCI扩展版', null, false],
  ['SCI/EI', null, false],
])('indexed by %s', (cell, index, hasNote) => {
  const [row] = paste(`题目\t学报\t2024\t1\t3\t是\t${cell}`);
  expect(row?.entry['index']).toBe(index);
  expect(row?.problems).toHaveLength(index === null ? 1 : 0);
  expect(row?.notes).toHaveLength(hasNote ? 1 : 0);
});

test('a line break in a cell or in a heading becomes a space', () => {
  const [row] = paste('题目\t刊物或会议\t年份\t"本人\n排名"\n"深度学习\r\n及其应用"\t学报\t2024\t1');
  expect(row?.entry).toMatchObject({ title: '深度学习 及其应用', rank: 1 });
});

describe('the same paper', () => {
  const sameOf = (text: string, present: Partial<Entry>[] = []) =>
    paste(text, papers.columns, present as Entry[]).map(({ same }) => same);

  test('is recognised by its DOI, or by title and year, whatever their spelling', () => {
    const rows = [
      '深度学习：综述\t学报\t2024\t1',
      '深度学习 综述\t另一学报\t2024年3月\t2',
      '深度学习：综述\t学报\t2023\t1',
      '甲\t学报\t2024\t1\t\t\t\t10.1000/ABC',
      '乙\t学报\t2020\t1\t\t\t\thttps://doi.org/10.1000/abc',
      '甲\t学报\t2024\t1\t\t\t\t10.1000/other',
    ];
    expect(sameOf(rows.join('\n'))).toEqual([
      null,
      '与粘贴的第 1 条相同',
      null,
      null,
      '与粘贴的第 4 条相同',
      null,
    ]);
  });

  test('may already be in the form', () => {
    const there = [
      { title: '别的', year: 2024 },
      { title: '深度学习：综述。', year: 2024 },
    ];
    expect(sameOf('深度学习:综述\t学报\t2024\t1', there)).toEqual(['与已填写的第 2 条相同']);
  });

  test('patents of the same name and year differ by number; courses are equal only if all columns are', () => {
    const { patents } = formSections.research.lists;
    const two = '装置\t发明\tZL1\t2024\t1\n装置\t实用新型\tZL2\t2024\t1';
    expect(paste(two, patents.columns).map(({ same }) => same)).toEqual([null, null]);
    const { courses } = formSections.teaching.lists;
    const three = ['本科生\t32', '研究生\t32', '本科生\t32']
      .map((rest) => `代数\t2023秋\t${rest}`)
      .join('\n');
    expect(paste(three, courses.columns).map(({ same }) => same)).toEqual([
      null,
      null,
      '与粘贴的第 1 条相同',
    ]);
  });
});

test.each([
  ['题目一\t学报\t2024\t1\n题目二\t学报\t2023\t2', false],
  ['题目二\t\t二〇二四\t1', false],
  ['2024\t题目一\t学报\t1\n2023\t题目二\t学报\t2', true],
  ['张三\t题目一\t学报\t2024\n李四\t题目二\t学报\t2023', true],
  ['题目\t年份\t本人排名\n一\t学报甲\t二〇二四\n二\t学报乙\t二〇二三', true],
])('columns of %j count as shifted: %s', (text, expected) => {
  const table = tableIn(text, papers.columns);
  expect(isShifted(table, table.mapping, papers.columns)).toBe(expected);
});
