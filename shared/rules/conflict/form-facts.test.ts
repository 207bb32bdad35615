import { expect, test } from 'vitest';
import { emptyForm, ProjectForm } from '../project-form/form.ts';
import { factsOfForm, readAuthors } from './form-facts.ts';
import { applicationKeys, institutionFinder, lettersOf, nameKeyOf } from './keys.ts';

const find = institutionFinder(
  new Map([
    ['北京大学', { id: 1, name: '北京大学' }],
    ['中国科学院', { id: 2, name: '中国科学院' }],
    ['中国科学院大学', { id: 3, name: '中国科学院大学' }],
    ['旧学院', { id: 1, name: '北京大学' }],
  ]),
);

test.each([
  ['北京大学', 1],
  ['北京大学 数学科学学院', 1],
  ['中国科学院大学', 3],
  ['中国科学院数学研究所', 2],
  ['某公司', null],
  ['北京', null],
])('%s is found as %s', (written, id) => {
  expect(find(written)?.id ?? null).toBe(id);
});

test('spellings of one name give the same key', () => {
  expect(nameKeyOf('张 三')).toBe(nameKeyOf('张三 '));
  expect(nameKeyOf('阿依古丽·买买提')).toBe(nameKeyOf('阿依古丽•买买提'));
  expect(nameKeyOf('阿依古丽·买买提')).toBe(nameKeyOf('阿依古丽.买买提'));
  expect(nameKeyOf('马龙')).toBe(nameKeyOf('马⻰\uFE0F'));
  expect(lettersOf('A Study — of 图论！')).toBe('astudyof图论');
});

test.each([
  ['张三，李四;王五、赵六', ['张三', '李四', '王五', '赵六']],
  ['张三*, 李四1, 王五等', ['张三', '李四', '王五']],
  ['San Zhang and Si Li', ['San Zhang', 'Si Li']],
])('authors of %s', (authors, expected) => {
  expect(readAuthors(authors).map(({ name }) => name)).toEqual(expected);
});

test('units of authors in brackets are read', () => {
  expect(readAuthors('张三（北京大学），李四(1)')).toEqual([
    { name: '张三', unit: '北京大学' },
    { name: '李四', unit: null },
  ]);
});

test('a form yields units, works, co-authors and requests, under keys', () => {
  const form = ProjectForm.parse({
    ...emptyForm(),
    employment: { posts: [{ key: 'a', unit: '某公司', post: '工程师', from: '2010-07', to: '2012' }] },
    research: {
      papers: [
        { key: 'p', title: '一篇足够长的论文题目', year: 2024, authors: '张三, 李四', doi: '10.1000/182' },
      ],
      projects: [{ key: 'j', title: '短', to: null }],
    },
    recusals: { requests: [{ key: 'r', kind: 'unit', name: '旧学院', reason: '纠纷' }] },
  });
  const facts = factsOfForm(
    form,
    { projectId: 7, personId: 70, name: '张三', institution: { id: 9, name: '甲大学' } },
    { find, thisYear: 2026, firstYear: 2021 },
  );
  expect(facts.stays).toMatchObject([{ unit: 'u9' }, { unit: 't某公司', from: '2010-07', to: null }]);
  expect(facts.coAuthors.map(({ name }) => name)).toEqual(['李四']);
  expect(applicationKeys(facts)).toEqual([
    'p70',
    'a张三',
    'u9',
    't某公司',
    'w论文101000182',
    'w论文一篇足够长的论文题目',
    'n李四',
    'u1',
  ]);
});
