import { describe, expect, test } from 'vitest';
import { standardForm } from './form.ts';
import {
  type FilledForm,
  lengthOf,
  levelInWords,
  missingInOpinion,
  scoreProblem,
  textProblem,
  totalOf,
} from './opinion.ts';

const whole: FilledForm = {
  scores: { teaching: 18, research: 24, works: 30, service: 10 },
  texts: { opinion: '好'.repeat(50) },
  conclusion: 'agree',
  grade: null,
};

describe('the total', () => {
  test.each([
    [{}, 0],
    [{ teaching: 18, research: null }, 18],
    [whole.scores, 82],
    [{ teaching: 0, works: 35 }, 35],
  ])('is the sum of what was scored (%#)', (scores, total) =>
    expect(totalOf(standardForm, scores)).toBe(total),
  );

  test.each([
    [{ teaching: 21 }],
    [{ teaching: -1 }],
    [{ teaching: 1.5 }],
    [{ teaching: Number.NaN }],
    [{ other: 5 }],
  ])('leaves out what does not fit (%#)', (scores) =>
    expect(totalOf(standardForm, { ...scores, research: 7 })).toBe(7),
  );
});

test('an opinion that has everything can be submitted', () => {
  expect(missingInOpinion(standardForm, whole, 'conclusion')).toEqual([]);
  expect(missingInOpinion(standardForm, { ...whole, conclusion: null, grade: 'A' }, 'grade')).toEqual([]);
});

test('one that has nothing lacks every required part, in the order of the form', () => {
  const nothing: FilledForm = { scores: {}, texts: {}, conclusion: null, grade: null };
  expect(missingInOpinion(standardForm, nothing, 'grade')).toEqual([
    { part: 'criterion', key: 'teaching', message: '「师德与教学」还没有评分' },
    { part: 'criterion', key: 'research', message: '「科研成果」还没有评分' },
    { part: 'criterion', key: 'works', message: '「代表作水平」还没有评分' },
    { part: 'criterion', key: 'service', message: '「社会服务与影响」还没有评分' },
    { part: 'text', key: 'opinion', message: '「评审意见」还没有填写' },
    { part: 'conclusion', key: 'grade', message: '还没有选择等级' },
  ]);
});

test.each<[string, Partial<FilledForm>, string]>([
  ['too many points', { scores: { ...whole.scores, works: 36 } }, '「代表作水平」分数应为 0 至 35'],
  ['half points', { scores: { ...whole.scores, works: 30.5 } }, '「代表作水平」分数必须是整数'],
  ['a short text', { texts: { opinion: `  ${'好'.repeat(38)}\n` } }, '「评审意见」还差 12 字，至少 50 字'],
  ['a text of white space', { texts: { opinion: ' \n　' } }, '「评审意见」还没有填写'],
  [
    'an optional text that is too long',
    { texts: { ...whole.texts, advice: '好'.repeat(1003) } },
    '「建议」超出 3 字，至多 1000 字',
  ],
  ['a grade in the place of a conclusion', { conclusion: null, grade: 'A' }, '还没有选择同意或不同意'],
])('%s is told', (_, change, message) =>
  expect(
    missingInOpinion(standardForm, { ...whole, ...change }, 'conclusion').map((one) => one.message),
  ).toEqual([message]),
);

test('optional criteria may be left out, yet are held to their bounds', () => {
  const [first, ...others] = standardForm.criteria;
  const form = { ...standardForm, criteria: [{ ...first!, required: false }, ...others] };
  const { teaching: _, ...scores } = whole.scores;
  expect(missingInOpinion(form, { ...whole, scores }, 'conclusion')).toEqual([]);
  expect(
    missingInOpinion(form, { ...whole, scores: { ...scores, teaching: 99 } }, 'conclusion').map(
      ({ key }) => key,
    ),
  ).toEqual(['teaching']);
});

test('bounds belong to what is allowed, and characters count as people count them', () => {
  const [criterion] = standardForm.criteria;
  const text = { ...standardForm.texts[0]!, least: 2, most: 3 };
  expect([0, 20, null].map((points) => scoreProblem(criterion!, points))).toEqual([null, null, null]);
  expect(['好好', '好好好'].map((one) => textProblem(text, one))).toEqual([null, null]);
  expect(lengthOf('𠮷野')).toBe(2);
});

test.each([
  [20, '高于优秀'],
  [18, '优秀'],
  [17, '介于良好与优秀之间'],
  [5, '较差'],
  [0, '低于较差'],
])('%i points are put into words', (points, words) => {
  const levels = [
    { word: '优秀', points: 18 },
    { word: '良好', points: 15 },
    { word: '较差', points: 5 },
  ];
  expect(levelInWords({ ...standardForm.criteria[0]!, levels }, points)).toBe(words);
});
