import { describe, expect, test } from 'vitest';
import {
  draftProblems,
  type FormDraft,
  basisInWords,
  formFor,
  formProblems,
  ReviewForm,
  standardForm,
  standardFormFor,
  standardLevels,
} from './form.ts';

/** The standard form with something else in one place. */
const withAt = (path: readonly (string | number)[], value: unknown): FormDraft => {
  const form = JSON.parse(JSON.stringify(standardForm)) as unknown;
  const owner = path.slice(0, -1).reduce((at, name) => (at as Record<string, unknown>)[name], form);
  (owner as Record<string, unknown>)[path.at(-1)!] = value;
  return form as FormDraft;
};

const [first, second] = standardForm.criteria as [
  ReviewForm['criteria'][number],
  ReviewForm['criteria'][number],
];
const [opinion] = standardForm.texts as [ReviewForm['texts'][number]];

test.each([true, false])(
  'the standard form of a review (blind: %s) can be kept and published as it is',
  (isBlind) => {
    const form = standardFormFor(isBlind);
    expect(ReviewForm.parse(form)).toEqual(form);
    expect(draftProblems(form)).toEqual([]);
    expect(formProblems(form, { isBlind })).toEqual([]);
  },
);

test('what blind readers cannot see they do not judge, and are not told to', () => {
  const unseen = ['师德与教学', '科研成果', '社会服务与影响'];
  expect(formProblems(standardForm, { isBlind: true }).map(({ message }) => message)).toEqual(
    unseen.map((name) => `评分项「${name}」的依据在匿名评审中看不到，请改依据或删去这一项`),
  );
  const mixed = withAt(['criteria', 0, 'basis'], ['application', 'works']) as ReviewForm;
  expect(basisInWords(formFor(mixed, true).criteria[0]!)).toBe('依据：代表作');
  expect(basisInWords(formFor(mixed, false).criteria[0]!)).toBe('依据：申报表、代表作');
});

test('a form that was frozen before it named what it goes by is read as it was, and not published again', () => {
  const { basis: _, ...former } = first;
  const form = { ...standardForm, criteria: [{ ...former, weight: 100, levels: standardLevels(100) }] };
  expect(formFor(ReviewForm.parse(form), true).criteria[0]!.basis).toBeUndefined();
  expect(basisInWords({ ...former, basis: undefined })).toBeNull();
  expect(formProblems(form, { isBlind: true })).toMatchObject([
    { message: '评分项「师德与教学」没有选评分依据' },
  ]);
});

test('an empty form can be kept, and lists what it needs', () => {
  const empty = { criteria: [], texts: [] };
  expect(ReviewForm.parse(empty)).toEqual(empty);
  expect(formProblems(empty, { isBlind: false })).toEqual([
    { field: 'criteria', message: '没有评分项' },
    { field: 'texts', message: '没有必填的文字意见' },
  ]);
});

describe('a form is refused', () => {
  test.each([
    ['criteria.0.name', ' ', '请输入评分项名称'],
    ['criteria.0.name', '名'.repeat(51), '评分项名称不能超过 50 个字'],
    ['criteria.1.name', ` ${first.name} `, '名称不能重复'],
    ['criteria.0.key', 'constructor', '编号必须是 1 至 8 位小写字母和数字，以字母开头'],
    ['criteria.0.key', '__proto__', '编号必须是 1 至 8 位小写字母和数字，以字母开头'],
    ['criteria.1.key', first.key, '编号不能重复'],
    ['criteria.0.weight', null, '请输入权重'],
    ['criteria.0.weight', 0, '权重不能小于 1'],
    ['criteria.0.weight', 101, '权重不能大于 100'],
    ['criteria.0.weight', 20.5, '权重必须是整数'],
    ['criteria.0.rubric', '标'.repeat(501), '评分标准不能超过 500 个字'],
    ['criteria.0.required', null, '请选择是否必填'],
    ['criteria.0.levels', first.levels.slice(0, 1), '至少 2 级'],
    [
      'criteria.0.levels',
      Array.from({ length: 7 }, (_, index) => ({ word: `${index}`, points: 9 - index })),
      '最多 6 级',
    ],
    ['criteria.0.levels.1.word', '', '请输入级别名称'],
    ['criteria.0.levels.1.word', '一二三四五六七八九十一', '级别名称不能超过 10 个字'],
    ['criteria.0.levels.1.word', '优秀', '级别名称不能重复'],
    ['criteria.0.levels.0.points', 21, '分值不能大于权重 20'],
    ['criteria.0.levels.1.points', 20, '分值必须小于上一级的 20'],
    ['criteria.0.levels.3.points', -1, '分值不能小于 0'],
    ['criteria.0.levels.1.points', null, '请输入分值'],
    ['criteria.0.levels.1.points', 1.5, '分值必须是整数'],
    ['texts.0.name', '', '请输入意见名称'],
    ['texts.1.name', opinion.name, '名称不能重复'],
    ['texts.0.name', first.name, '名称不能重复'],
    ['texts.0.hint', '说'.repeat(201), '填写说明不能超过 200 个字'],
    ['texts.0.least', -1, '最少字数不能小于 0'],
    ['texts.0.least', null, '请输入最少字数'],
    ['texts.0.most', 49, '最多字数不能小于最少字数 50'],
    ['texts.0.most', 5001, '最多字数不能大于 5000'],
    [
      'criteria',
      Array.from({ length: 21 }, (_, at) => ({ ...first, key: `c${at}`, name: `项${at}` })),
      '最多 20 个评分项',
    ],
    [
      'texts',
      Array.from({ length: 6 }, (_, at) => ({ ...opinion, key: `t${at}`, name: `意见${at}` })),
      '最多 5 个文字意见',
    ],
  ])('at %s', (field, value, message) => {
    const draft = withAt(
      field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
      value,
    );
    const told = { field, message };
    expect(draftProblems(draft)).toContainEqual(told);
    const issues = ReviewForm.safeParse(draft).error?.issues ?? [];
    expect(issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))).toContainEqual(
      told,
    );
  });

  test('with what it does not know', () => {
    for (const draft of [
      { ...standardForm, extra: 1 },
      { ...standardForm, criteria: [{ ...first, independent: true }] },
      { ...standardForm, texts: [{ ...opinion, color: 'red' }] },
    ])
      expect(ReviewForm.safeParse(draft).error?.issues[0]?.message).toBe('评审表的内容无法识别');
  });
});

test('all problems of a draft are reported at once, those between its parts too', () => {
  const draft = withAt(['criteria', 0, 'name'], '');
  draft.criteria[1]!.levels[0]!.points = second.weight + 1;
  draft.texts[0]!.most = 10;
  expect(draftProblems(draft)).toEqual([
    { field: 'criteria.0.name', message: '请输入评分项名称' },
    { field: 'criteria.1.levels.0.points', message: `分值不能大于权重 ${second.weight}` },
    { field: 'texts.0.most', message: '最多字数不能小于最少字数 50' },
  ]);
});

test('rubric and hint may be left out; white space at the ends is cut off', () => {
  const { rubric: _, ...bare } = first;
  const parsed = ReviewForm.parse({ criteria: [{ ...bare, name: ' 教学 ' }], texts: [] });
  expect(parsed.criteria[0]).toMatchObject({ name: '教学', rubric: '' });
});

test.each([
  [withAt(['criteria', 0, 'weight'], 30), { field: 'criteria', message: '权重合计 110，须为 100' }],
  [withAt(['criteria', 0, 'weight'], null), { field: 'criteria', message: '权重合计 80，须为 100' }],
  [
    withAt(['criteria'], [{ ...first, weight: 100, required: false }]),
    { field: 'criteria', message: '没有必评的评分项' },
  ],
  [withAt(['texts', 0, 'required'], false), { field: 'texts', message: '没有必填的文字意见' }],
])('what keeps a form from being published is told (%#)', (form, problem) =>
  expect(formProblems(form, { isBlind: false })).toEqual([problem]),
);

test.each([
  [100, [100, 80, 60, 40]],
  [35, [35, 28, 21, 14]],
  [3, [3, 2, 1, 0]],
  [2, [2, 1, 0]],
  [1, [1, 0]],
])('the usual levels of %i points fall strictly', (weight, points) =>
  expect(standardLevels(weight).map((level) => level.points)).toEqual(points),
);
