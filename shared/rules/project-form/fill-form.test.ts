import { expect, test } from 'vitest';
import { fillForm, type Filling } from './fill-form.ts';
import { emptyForm, type ProjectForm } from './form.ts';
import { importedFields, importedLists, listAt } from './imported-parts.ts';
import type { Field } from './fields.ts';
import { readCell } from './read-cell.ts';
import { formSections } from './form.ts';

let key = 0;
const newKey = () => `k${(key += 1)}`;
const fill = (form: ProjectForm, filling: Partial<Filling>, overwrite = false) =>
  fillForm(form, { fields: {}, entries: {}, ...filling }, { overwrite, newKey });
const labels = (standings: { label: string }[]) => standings.map(({ label }) => label);

const typed = (): ProjectForm => {
  const form = emptyForm();
  return {
    ...form,
    basic: { ...form.basic, phone: '13800000000' },
    research: {
      ...form.research,
      papers: [
        {
          key: 'own',
          title: '甲',
          venue: '学报',
          year: null,
          rank: 1,
          people: null,
          isCorresponding: null,
          index: null,
          doi: null,
          authors: null,
        },
      ],
    },
  };
};

test.each([
  ['an open field is filled', { 'basic.department': '物理系' }, false, ['院系或部门'], [], []],
  ['what is the same is left alone', { 'basic.phone': ' 13800000000 ' }, false, [], [], []],
  ['what differs stays', { 'basic.phone': '13900000000' }, false, [], ['手机'], []],
  ['or is overwritten', { 'basic.phone': '13900000000' }, true, ['手机'], [], ['手机']],
  ['what is left open in the sheet says nothing', { 'basic.phone': '' }, true, [], [], []],
])('%s', (_, fields, overwrite, filled, kept, overwritten) => {
  const result = fill(typed(), { fields }, overwrite);
  expect([labels(result.filled), labels(result.kept), labels(result.overwritten)]).toEqual([
    filled,
    kept,
    overwritten,
  ]);
  const isPut = filled.length > 0;
  const [[path, value]] = Object.entries(fields) as [[string, string]];
  const [, name] = path.split('.') as [string, keyof ProjectForm['basic']];
  expect(result.form.basic[name]).toBe(isPut ? value : typed().basic[name]);
});

test('an entry is known again: what is open in it is filled, what differs stays, a new one is added, none is doubled', () => {
  const given = [
    { title: '甲', venue: '别的刊物', year: 2024 },
    { title: '乙', venue: '学报', year: 2023, rank: 2 },
  ];
  const first = fill(typed(), { entries: { 'research.papers': given } });
  expect(first.form.research.papers).toMatchObject([
    { key: 'own', title: '甲', venue: '学报', year: 2024 },
    { title: '乙', year: 2023, people: null },
  ]);
  expect(labels(first.kept)).toEqual(['论文「甲」']);
  expect(fill(first.form, { entries: { 'research.papers': given } }).form).toEqual(first.form);
  const over = fill(first.form, { entries: { 'research.papers': given } }, true);
  expect(over.form.research.papers[0]).toMatchObject({ key: 'own', venue: '别的刊物' });
  expect(labels(over.overwritten)).toEqual(['论文「甲」']);
});

test('a list that would become too long is reported', () => {
  const many = Array.from({ length: 201 }, (_, index) => ({ title: `题目 ${index}` }));
  expect(fill(emptyForm(), { entries: { 'research.papers': many } }).problems).toEqual([
    { path: 'research.papers', message: '论文最多 200 条，已有的加上表格中的共 201 条' },
  ]);
});

test('columns of a sheet have names of their own', () => {
  const names = importedFields.map(([, { label }]) => label);
  expect(new Set(names).size).toBe(names.length);
  for (const path of importedLists) {
    const columns = Object.values(listAt(path).columns).map(({ label }) => label);
    expect(new Set(columns).size).toBe(columns.length);
  }
});

const { papers, projects } = formSections.research.lists;
const { basic } = formSections;
test.each([
  [papers.columns.year, '２０２４', 2024, false],
  [papers.columns.year, '24', null, true],
  [papers.columns.index, 'EI', 'ei', false],
  [papers.columns.index, '不知道', null, true],
  [basic.fields.workStart, '2012/7/1', '2012-07', false],
  [basic.fields.workStart, '201207', '2012-07', false],
  [basic.fields.presentSince, '2014年12月1日', '2014-12-01', false],
  [basic.fields.presentSince, '2014-12-01', '2014-12-01', false],
  [basic.fields.service, '在职', 'working', false],
  [basic.fields.position, '', null, false],
  [basic.fields.phone, '+86 138-0013-8000', '+86 138-0013-8000', false],
  [papers.columns.doi, '#', '#', false],
  [projects.columns.to, '至今', null, false],
  [projects.columns.to, '至 今', null, false],
  [projects.columns.to, '迄今', null, false],
  [projects.columns.to, '至今。', null, false],
  [projects.columns.from, '至今', '至今', false],
  [projects.columns.funding, '50万人民币', 50, false],
  [projects.columns.funding, '500000人民币', 50, false],
  [projects.columns.funding, '50万美元', null, true],
  [projects.columns.funding, '50', 50, false],
  [projects.columns.funding, '50万', 50, false],
  [projects.columns.funding, '50.5 万元', 50.5, false],
  [projects.columns.funding, '500000元', 50, false],
  [projects.columns.funding, '￥500,000元整', 50, false],
  [projects.columns.funding, '1.2亿元', '12000万元', false],
  [projects.columns.funding, '30W', 30, false],
  [projects.columns.funding, '50（万元）', 50, false],
  [projects.columns.funding, '50萬元（横向）', 50, false],
  [projects.columns.funding, '500000（横向）', null, true],
  [projects.columns.funding, '10000', 10_000, false],
  [projects.columns.funding, '500000', null, true],
  [projects.columns.funding, '500000美元', null, true],
  [projects.columns.funding, '-5万元', null, true],
  [projects.columns.title, '#N/A', null, true],
  [projects.columns.title, ' #REF! ', null, true],
  [projects.columns.title, '#N/A 的处理', '#N/A 的处理', false],
])('a cell for %o', (field, cell, value, isWrong) => {
  const read = readCell(field as Field<unknown>, cell);
  expect([read.value, read.problem !== undefined]).toEqual([value, isWrong]);
});
