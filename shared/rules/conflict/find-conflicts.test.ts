import { describe, expect, test } from 'vitest';
import { completeRules } from './testing/rules.ts';
import { indexExperts } from './expert-index.ts';
import type { ApplicantFacts, ExpertFacts, Relation, Request, Stay } from './facts.ts';
import { findConflicts } from './find-conflicts.ts';
import { tieRules } from './tie-rules.ts';

const TODAY = '2026-11-20';
const SINCE = '2026-09-01';

const stay = (unit: string, from: string | null = null, to: string | null = null): Stay => ({
  unit,
  name: unit,
  department: null,
  from,
  to,
});

const applicantOf = (change: Partial<ApplicantFacts> = {}): ApplicantFacts => ({
  projectId: 7,
  personId: 70,
  name: '张三',
  nameKey: '张三',
  stays: [stay('甲大学')],
  schooling: [],
  works: [],
  coAuthors: [],
  requests: [],
  subjects: ['graduate/08/0812'],
  ...change,
});

const expertOf = (change: Partial<ExpertFacts> = {}): ExpertFacts => ({
  expertId: 3,
  personId: 30,
  name: '李四',
  nameKey: '李四',
  stays: [stay('乙大学')],
  works: [],
  relations: [],
  subjects: ['graduate/07/0701'],
  ...change,
});

const find = (
  expert: Partial<ExpertFacts>,
  applicant: Partial<ApplicantFacts>,
  settings: Parameters<typeof completeRules>[0] = {},
) =>
  findConflicts(applicantOf(applicant), indexExperts([expertOf(expert)]), {
    rules: tieRules(completeRules(settings)),
    today: TODAY,
    since: SINCE,
  }).map(({ kind, severity }) => `${kind} ${severity}`);

const evidenceOf = (expert: Partial<ExpertFacts>, applicant: Partial<ApplicantFacts>) =>
  findConflicts(applicantOf(applicant), indexExperts([expertOf(expert)]), {
    rules: tieRules({}),
    today: TODAY,
    since: SINCE,
  }).map(({ evidence }) => evidence);

test('an expert and an applicant without common facts have no conflict', () => {
  expect(find({}, {})).toEqual([]);
});

test("an expert's own project is a conflict, without further ones", () => {
  expect(find({ personId: 70, stays: [stay('甲大学')] }, {})).toEqual(['self block']);
});

describe('units', () => {
  test.each<[string, Stay[], Stay[], string[]]>([
    ['both are there now', [stay('甲大学')], [stay('甲大学')], ['sameUnit block']],
    [
      'the expert left two years ago',
      [stay('甲大学', '2010-01', '2024-12')],
      [stay('甲大学')],
      ['formerUnit block'],
    ],
    [
      'the expert left three years ago to the year',
      [stay('甲大学', '2010-01', '2023-12')],
      [stay('甲大学')],
      ['formerUnit block'],
    ],
    ['the expert left four years ago', [stay('甲大学', '2010-01', '2022-12')], [stay('甲大学')], []],
    [
      'the applicant came from there a year ago',
      [stay('丙大学')],
      [stay('甲大学'), stay('丙大学', '2015-03', '2025-08')],
      ['formerUnit block'],
    ],
    [
      'the applicant left to the month',
      [stay('丙大学')],
      [stay('甲大学'), stay('丙大学', '2015-03', '2023-11')],
      ['formerUnit block'],
    ],
    [
      'the applicant left a month before',
      [stay('丙大学')],
      [stay('甲大学'), stay('丙大学', '2015-03', '2023-10')],
      [],
    ],
    [
      'both were there once, one not lately',
      [stay('丙大学', '2010-01', '2024-12')],
      [stay('甲大学'), stay('丙大学', '2015-03', '2020-10')],
      [],
    ],
    [
      'came back',
      [stay('甲大学', '2001-01', '2005-12'), stay('甲大学')],
      [stay('甲大学')],
      ['sameUnit block'],
    ],
  ])('%s', (_, mine, his, expected) => {
    expect(find({ stays: mine }, { stays: his })).toEqual(expected);
  });

  test.each([
    ['2026-11-20', ['sameUnit block']],
    ['2026-09-01', ['sameUnit block']],
    ['2026-08-31', ['formerUnit warn']],
    ['2023-10-31', []],
  ])(
    'a unit that no record names since %s counts as a present one from the publication on',
    (leftOn, kinds) => {
      const left = { ...stay('甲大学', null, leftOn.slice(0, 7)), leftOn };
      const settings = { B2: { values: { severity: 'warn' } } };
      expect(find({ stays: [stay('乙大学'), left] }, {}, settings)).toEqual(kinds);
    },
  );

  test('such a unit is named with its day', () => {
    const left = { ...stay('甲大学', null, '2026-10'), leftOn: '2026-10-08' };
    expect(evidenceOf({ stays: [stay('乙大学'), left] }, {})).toEqual([
      '专家李四到 2026-10-08 仍登记在甲大学，申报人张三现在该单位，同单位的专家应当回避',
    ]);
  });

  test('as a cycle has set it', () => {
    const left = { stays: [stay('甲大学', '2010-01', '2022-12')] };
    expect(find(left, {}, { B2: { values: { years: 5, severity: 'warn' } } })).toEqual(['formerUnit warn']);
    expect(find({ stays: [stay('甲大学')] }, {}, { B1: { values: { severity: 'warn' } } })).toEqual([
      'sameUnit warn',
    ]);
  });

  test('have Chinese words', () => {
    expect(evidenceOf({ stays: [{ ...stay('甲大学'), department: '数学学院' }] }, {})).toEqual([
      '专家李四（数学学院）与申报人张三现同在甲大学，同单位的专家应当回避',
    ]);
    expect(evidenceOf({ stays: [stay('甲大学', '2010-01', '2024-12')] }, {})).toEqual([
      '专家李四 2010 年至 2024 年在甲大学，申报人张三现在该单位，离开不满 3 年的专家应当回避',
    ]);
  });
});

describe('works', () => {
  const paper = (lastYear: number) => ({ key: 'w论文101000182', noun: '论文', title: '一篇论文', lastYear });
  const coAuthor = (unit: string | null, year = 2024) => ({
    nameKey: '李四',
    name: '李四',
    unit,
    title: '另一篇',
    year,
  });

  test.each<[string, Partial<ExpertFacts>, Partial<ApplicantFacts>, string[]]>([
    ['both name it, lately', { works: [paper(2024)] }, { works: [paper(2024)] }, ['jointWork block']],
    [
      'both name it, in the fifth year',
      { works: [paper(2021)] },
      { works: [paper(2021)] },
      ['jointWork block'],
    ],
    ['both name it, long ago', { works: [paper(2020)] }, { works: [paper(2020)] }, []],
    ['a co-author with his unit', {}, { coAuthors: [coAuthor('乙大学')] }, ['jointWork warn']],
    ['a co-author of another unit', {}, { coAuthors: [coAuthor('丙大学')] }, []],
    [
      'a co-author where both studied or worked',
      {},
      { coAuthors: [coAuthor(null)], schooling: ['乙大学'] },
      ['jointWork warn'],
    ],
    ['a name alone', {}, { coAuthors: [coAuthor(null)] }, []],
    [
      'a name in one subject',
      { subjects: ['graduate/08/0812'] },
      { coAuthors: [coAuthor(null)] },
      ['jointWork warn'],
    ],
    ['a co-author long ago', {}, { coAuthors: [coAuthor('乙大学', 2019)] }, []],
  ])('%s', (_, expert, applicant, expected) => {
    expect(find(expert, applicant)).toEqual(expected);
  });

  test('a name alone counts where a cycle wants it', () => {
    const applicant = { coAuthors: [coAuthor(null)] };
    expect(find({}, applicant, { B3: { values: { nameAlone: 'always' } } })).toEqual(['jointWork warn']);
    const inSubject = { subjects: ['graduate/08/0812'] };
    expect(find(inSubject, applicant, { B3: { values: { nameAlone: 'ignore' } } })).toEqual([]);
  });

  test('have Chinese words, a paper named by both only once', () => {
    const works = { works: [paper(2024), { ...paper(2024), key: 'w论文一篇论文' }] };
    expect(
      evidenceOf(works, { ...works, coAuthors: [{ ...coAuthor('乙大学'), title: '一篇论文' }] }),
    ).toEqual(['专家李四与申报人张三的材料都列有论文《一篇论文》（2024 年），近 5 年有合作的专家应当回避']);
  });
});

describe('declarations', () => {
  const relation = (change: Partial<Relation>): Relation => ({
    kind: 'relative',
    by: 'expert',
    nameKey: '张三',
    unit: '甲大学',
    words: '张三（甲大学）',
    reason: '配偶',
    ...change,
  });
  const request = (change: Partial<Request>): Request => ({
    relation: null,
    nameKey: '李四',
    unit: '乙大学',
    words: '李四（乙大学）',
    reason: '有过纠纷',
    ...change,
  });

  test.each<[string, Relation | Request, string[]]>([
    ['a relative, by the expert', relation({}), ['relative block']],
    ['a student, by the office', relation({ kind: 'advisor', by: 'office' }), ['advisor block']],
    ['something else', relation({ kind: 'other' }), ['declared block']],
    ['a relative without a unit', relation({ unit: null }), ['relative warn']],
    ['a relative of another name', relation({ nameKey: '王五' }), []],
    [
      'a unit',
      relation({ kind: 'unit', nameKey: null, unit: '甲大学', words: '甲大学' }),
      ['declared block'],
    ],
    ['another unit', relation({ kind: 'unit', nameKey: null, unit: '丁大学', words: '丁大学' }), []],
    ['a request about a person', request({}), ['request warn']],
    ['a request about somebody of another unit', request({ unit: '丁大学' }), []],
    ['a request about a name', request({ unit: null }), ['request warn']],
    ['a request about a unit', request({ nameKey: null, words: '乙大学' }), ['request warn']],
    ['an advisor, by the applicant', request({ relation: 'advisor' }), ['advisor block']],
    ['an advisor of another unit', request({ relation: 'advisor', unit: '丁大学' }), ['advisor warn']],
  ])('%s', (_, declared, expected) => {
    const found =
      'kind' in declared ? find({ relations: [declared] }, {}) : find({}, { requests: [declared] });
    expect(found).toEqual(expected);
  });

  test('a request blocks where the cycle says so', () => {
    const strict = { B5: { values: { severity: 'block' } } } as const;
    expect(find({}, { requests: [request({})] }, strict)).toEqual(['request block']);
  });

  test('have Chinese words', () => {
    expect(evidenceOf({ relations: [relation({})] }, {})).toEqual([
      '专家李四申明与张三（甲大学）有亲属关系（配偶），与申报人张三姓名相符，有利害关系的专家应当回避',
    ]);
    expect(evidenceOf({}, { requests: [request({ nameKey: null, words: '乙大学' })] })).toEqual([
      '申报人张三申请乙大学回避（有过纠纷），专家李四在该单位，尽量不安排',
    ]);
  });
});

test('several ties of one kind are one conflict of the strictest level, separate for each kind', () => {
  const found = findConflicts(
    applicantOf({
      requests: [{ relation: null, nameKey: null, unit: '甲大学', words: '甲大学', reason: '' }],
    }),
    indexExperts([expertOf({ stays: [stay('甲大学'), stay('甲大学', '2020-01')] })]),
    { rules: tieRules({}), today: TODAY, since: SINCE },
  );
  expect(found.map(({ kind }) => kind)).toEqual(['sameUnit', 'request']);
});
