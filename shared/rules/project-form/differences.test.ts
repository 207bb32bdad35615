import { describe, expect, test } from 'vitest';
import { differencesOf } from './differences.ts';
import { emptyForm, type ProjectForm } from './form.ts';
import { materialPath, placeOf } from './places.ts';

const paper = {
  key: 'r1',
  title: '一篇论文',
  venue: '计算机学报',
  year: 2023,
  rank: 1,
  people: 3,
  isCorresponding: null,
  index: null,
  doi: null,
  authors: null,
};
const withPapers = (...papers: ProjectForm['research']['papers']): ProjectForm => {
  const form = emptyForm();
  return { ...form, research: { ...form.research, papers } };
};

describe('differences', () => {
  test('none between a form and itself', () => {
    expect(differencesOf(withPapers(paper), withPapers(paper))).toEqual([]);
  });

  test('fields in words, dictionaries by their labels', () => {
    const [before, after] = [emptyForm(), emptyForm()];
    before.target = { ...before.target, titleSeries: '1', kind: 'regular', titleName: '副教授' };
    after.target = { ...after.target, titleSeries: '2', kind: 'exceptional', titleName: null };
    after.statement.text = ' 述职 ';
    const labels: Record<string, string> = { 1: '高校教师', 2: '研究人员' };
    const found = differencesOf(before, after, (dict, value) => `${dict}/${labels[value]}`);
    expect(found).toEqual([
      {
        section: 'target',
        path: 'target.titleSeries',
        label: '申报系列',
        kind: 'changed',
        before: 'title_series/高校教师',
        after: 'title_series/研究人员',
      },
      {
        section: 'target',
        path: 'target.titleName',
        label: '申报职称',
        kind: 'removed',
        before: '副教授',
        after: '',
      },
      {
        section: 'target',
        path: 'target.kind',
        label: '申报类型',
        kind: 'changed',
        before: '正常晋升',
        after: '破格',
      },
      {
        section: 'statement',
        path: 'statement.text',
        label: '个人述职',
        kind: 'added',
        before: '',
        after: '述职',
      },
    ]);
  });

  test('entries that came, went and changed, by their keys and not by their order', () => {
    const second = { ...paper, key: 'r2', title: '另一篇' };
    const third = { ...paper, key: 'r3', title: null, year: 2025 };
    const found = differencesOf(withPapers(paper, second), withPapers(third, { ...paper, year: 2024 }));
    expect(found.map(({ path, label, kind, before, after }) => [path, label, kind, before, after])).toEqual([
      [
        'research.papers.r3',
        '第 1 条论文',
        'added',
        '',
        '刊物或会议：计算机学报；年份：2025；本人排名：1；总人数：3',
      ],
      ['research.papers.r1.year', '论文「一篇论文」：年份', 'changed', '2023', '2024'],
      [
        'research.papers.r2',
        '论文「另一篇」',
        'removed',
        '题目：另一篇；刊物或会议：计算机学报；年份：2023；本人排名：1；总人数：3',
        '',
      ],
    ]);
  });

  test('another order, once, beside what came and went', () => {
    const [second, third] = [
      { ...paper, key: 'r2', title: '另一篇' },
      { ...paper, key: 'r3', title: '新的' },
    ];
    const found = differencesOf(withPapers(paper, second), withPapers(second, third, paper));
    expect(found.map(({ path, kind }) => [path, kind])).toEqual([
      ['research.papers.r3', 'added'],
      ['research.papers', 'changed'],
    ]);
    expect(found[1]).toMatchObject({
      label: '论文的顺序',
      before: '论文「一篇论文」；论文「另一篇」',
      after: '论文「另一篇」；论文「一篇论文」',
    });
  });

  test('representative works are shown by the titles of the works', () => {
    const second = { ...paper, key: 'r2', title: '另一篇' };
    const work = { key: 'w1', entry: 'r1', contribution: '首次' };
    const before = { ...withPapers(paper, second), works: { works: [work] } };
    const after = { ...before, works: { works: [{ ...work, entry: 'r2' }] } };
    expect(differencesOf(before, after)).toMatchObject([
      { label: '代表作「另一篇」：代表作', kind: 'changed', before: '一篇论文', after: '另一篇' },
    ]);
  });
});

describe('places', () => {
  const subject = { form: withPapers(paper), materials: [{ id: 7, name: '学位证书' }] };

  test.each([
    ['statement', 'statement', ''],
    ['statement.text', 'statement', '个人述职'],
    ['research.papers', 'research', '论文'],
    ['research.papers.r1', 'research', '论文「一篇论文」'],
    ['research.papers.r1.year', 'research', '论文「一篇论文」：年份'],
    ['attachments', 'attachments', ''],
    [materialPath(7), 'attachments', '材料「学位证书」'],
  ])('%s is in %s: %s', (path, section, words) => {
    expect(placeOf(path, subject)).toEqual({ section, words });
  });

  test.each([
    '',
    'toString',
    'nothing.text',
    'statement.toString',
    'statement.text.x',
    'research.constructor.r1',
    'research.papers.r9',
    'research.papers.r1.toString',
    'research.papers.r1.year.x',
    'attachments.8',
    'attachments.7.x',
  ])('%s is nowhere', (path) => {
    expect(placeOf(path, subject)).toBeNull();
  });
});
