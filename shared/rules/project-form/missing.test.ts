import { describe, expect, test } from 'vitest';
import { emptyForm, formSections, ProjectForm } from './form.ts';
import { thisYear } from '../text/dates.ts';
import { missingInForm } from './missing.ts';

type Change = { [K in keyof ProjectForm]?: Partial<ProjectForm[K]> };
const formWith = (change: Change): ProjectForm => {
  const form = emptyForm();
  return ProjectForm.parse(
    Object.fromEntries(
      Object.entries(form).map(([section, values]) => [
        section,
        { ...values, ...change[section as keyof ProjectForm] },
      ]),
    ),
  );
};
const messages = (change: Change, required: Parameters<typeof missingInForm>[1] = []) =>
  missingInForm(formWith(change), required).map(({ path, message }) => `${path} ${message}`);

const paper = {
  key: 'a1',
  title: '题目',
  venue: '刊物',
  year: 2024,
  authors: null,
  rank: 1,
  people: null,
  isCorresponding: null,
  index: null,
  doi: null,
};

const study = {
  key: 'p',
  title: '题目',
  source: '来源',
  level: 'city' as const,
  from: '2024-01',
  to: null,
  funding: null,
  rank: 1,
  people: null,
};

test.each([
  ['500000元', 50, null],
  ['0.5亿', 5000, null],
  ['￥500,000.00元', 50, null],
  ['50', 50, null],
  ['1.2亿元', '12000万元', null],
  ['12000万元', '12000万元', null],
  [10_000, 10_000, null],
  [500_000, 500_000, '经费「500000」没有单位，请写明是元还是万元'],
  ['500000', '500000', '经费「500000」没有单位，请写明是元还是万元'],
  ['￥500,000.00', '￥500,000.00', '经费「￥500,000.00」没有单位，请写明是元还是万元'],
  ['若干', '若干', '经费「若干」看不懂，请写以万元为单位的数字'],
  ['33.333', '33.333', '经费最多 2 位小数'],
  [33.333, 33.333, '经费最多 2 位小数'],
  [-1, -1, '经费不能小于 0'],
  ['100亿', '1000000万元', null],
  ['101亿', '101亿', '经费「101亿」不是 0 至 1000000 的数字'],
])('the amount %s is stored as %s, and reported: %s', (funding, stored, message) => {
  const change = { research: { projects: [{ ...study, funding }] } };
  expect(formWith(change).research.projects[0]!.funding).toBe(stored);
  expect(messages(change)).toEqual(message ? [`research.projects.p.funding 第 1 条项目：${message}`] : []);
});

test('an amount has its unit once', () => {
  const { inWords } = formSections.research.lists.projects.columns.funding;
  expect([50, '12000万元'].map((value) => inWords(value))).toEqual(['50 万元', '12000 万元']);
});

test('sections that are not required may be empty, not half filled', () => {
  expect(messages({})).toEqual([]);
  expect(
    messages({
      recusals: {
        requests: [{ key: 'x', kind: 'person', name: '王', unit: null, relation: null, reason: null }],
      },
    }),
  ).toEqual(['recusals.requests.x.reason 第 1 条回避对象：请填写理由']);
});

test('a required section says each of its fields, and that it needs an entry', () => {
  expect(messages({}, ['statement', 'research', 'education'])).toEqual([
    'education.degrees 学历学位至少填写一条',
    'research.papers 科研至少填写一条',
    'statement.text 请填写个人述职',
  ]);
});

describe.each([
  ['a text at its limit', { statement: { text: '述'.repeat(3000) } }, []],
  [
    'a text over it',
    { statement: { text: '述'.repeat(3001) } },
    ['statement.text 个人述职 3001 字，最多 3000 字'],
  ],
  ['white space around it', { statement: { text: ` ${'述'.repeat(3000)} ` } }, []],
  [
    'a month',
    { basic: { workStart: '2020-13' } },
    ['basic.workStart 参加工作时间的格式应为 2020-09，请核对'],
  ],
  [
    'a day',
    { basic: { presentSince: '2020-02-30' } },
    ['basic.presentSince 取得现职称时间的格式应为 2020-09-01，请核对'],
  ],
  ['a telephone', { basic: { phone: '123' } }, ['basic.phone 请输入正确的手机号码']],
  [
    'a DOI',
    { research: { papers: [{ ...paper, doi: 'doi:10.1/x' }] } },
    ['research.papers.a1.doi 第 1 条论文：DOI 应以 10. 开头，如 10.1000/182'],
  ],
  [
    'a rank over the number of authors',
    { research: { papers: [{ ...paper, rank: 3, people: 2 }] } },
    ['research.papers.a1.rank 第 1 条论文：本人排名大于总人数'],
  ],
  [
    'a title without its day',
    { basic: { presentLevel: 'middle' } },
    ['basic.presentSince 请填写取得现职称时间', 'basic.presentName 请填写现职称名称'],
  ],
  [
    'an exceptional kind without a reason',
    { target: { kind: 'exceptional' } },
    ['target.reason 请填写破格、转评或直接申报的理由'],
  ],
  [
    'a demerit without its end',
    { assessment: { discipline: 'inForce' } },
    ['assessment.disciplineUntil 请填写处分影响期至哪一天'],
  ],
  [
    'times the wrong way round',
    { employment: { posts: [{ key: 'p', unit: '某校', post: '讲师', from: '2020-09', to: '2019-09' }] } },
    ['employment.posts.p.to 第 1 条经历：结束时间早于开始时间'],
  ],
  [
    'a work that is gone, and one that is there twice',
    {
      research: { papers: [paper] },
      works: {
        works: [
          { key: 'w1', entry: 'gone', contribution: '贡献' },
          { key: 'w2', entry: 'a1', contribution: '贡献' },
          { key: 'w3', entry: 'a1', contribution: '贡献' },
        ],
      },
    },
    [
      'works.works.w1.entry 第 1 篇代表作：所选成果已删除，请重选',
      'works.works.w3.entry 第 3 篇代表作：与前面的重复',
    ],
  ],
] as [string, Change, string[]][])('%s', (_, change, expected) => {
  test('is reported', () => {
    const found = messages(change).filter((message) => expected.length === 0 || expected.includes(message));
    const ours = expected.length === 0 ? found.filter((message) => message.startsWith('statement')) : found;
    expect(ours).toEqual(expected);
  });
});

test.each<[string, Change, string]>([
  [
    'a year of a work',
    { research: { papers: [{ ...paper, year: 2999 }] } },
    `research.papers.a1.year 第 1 条论文：年份不能晚于 ${thisYear() + 1} 年`,
  ],
  [
    'a year of an assessment',
    { assessment: { years: [{ key: 'y', year: thisYear() + 1, result: 'pass' }] } },
    `assessment.years.y.year 第 1 条年度：年度不能晚于 ${thisYear()} 年`,
  ],
  ['a day', { basic: { presentSince: '9999-12-31' } }, 'basic.presentSince 取得现职称时间不能晚于今天'],
  ['a month', { basic: { workStart: '2999-09' } }, 'basic.workStart 参加工作时间不能晚于本月'],
  [
    'the start of a post',
    { employment: { posts: [{ key: 'p', unit: '大学', post: '讲师', from: '2999-09', to: null }] } },
    'employment.posts.p.from 第 1 条经历：开始时间不能晚于本月',
  ],
  [
    'the end of a project',
    { research: { projects: [{ ...study, to: '2999-09' }] } },
    `research.projects.p.to 第 1 条项目：结束时间不能晚于 ${thisYear() + 20} 年`,
  ],
])('%s in the far future is reported', (_, change, message) => {
  expect(messages(change)).toContain(message);
});

test('years of works that are about to appear, and ends of plans, may lie ahead', () => {
  const ahead = thisYear() + 1;
  const found = messages({
    research: {
      papers: [{ ...paper, year: ahead }],
      projects: [{ ...study, from: `${ahead}-01`, to: `${ahead}-12` }],
    },
  });
  expect(found).toEqual([]);
});

test('a text with marks that turn its direction round is reported', () => {
  expect(messages({ research: { papers: [{ ...paper, title: '题\u202e目' }] } })).toContain(
    'research.papers.a1.title 第 1 条论文：题目含有看不见的方向控制符，请删去后重新输入',
  );
});

test('an invisible text is empty', () => {
  expect(messages({ statement: { text: '\u200B\u3164' } }, ['statement'])).toContain(
    'statement.text 请填写个人述职',
  );
});

describe('stored values', () => {
  test('may be longer and less than what is asked for', () => {
    expect(formWith({ statement: { text: '述'.repeat(30_000) } }).statement.text).toHaveLength(30_000);
    expect(() => formWith({ statement: { text: '述'.repeat(30_001) } })).toThrow(
      '个人述职太长，最多 3000 字',
    );
    const page = '页'.repeat(2000);
    expect(formWith({ basic: { department: page } }).basic.department).toBe(page);
  });

  test.each([
    [1978, '年份不能小于 1980'],
    [thisYear() + 2, `年份不能晚于 ${thisYear() + 1} 年`],
    [2020.5, '年份必须是整数'],
  ])('include the number %s, which is reported', (year, message) => {
    const change = { research: { papers: [{ ...paper, year }] } };
    expect(formWith(change).research.papers[0]?.year).toBe(year);
    expect(messages(change)).toContain(`research.papers.a1.year 第 1 条论文：${message}`);
  });

  test('of another version of the product are read: unknown fields are dropped, new ones are empty', () => {
    const read = ProjectForm.parse({ basic: { phone: '1', gone: 1 }, other: {} });
    expect(read.basic).toMatchObject({ phone: '1', email: null });
    expect(read.basic).not.toHaveProperty('gone');
    expect(read.research.papers).toEqual([]);
  });

  test('has no two entries with one key', () => {
    expect(() => formWith({ research: { papers: [paper, paper] } })).toThrow('条目编号重复');
  });
});
