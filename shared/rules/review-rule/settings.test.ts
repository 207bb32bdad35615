import { describe, expect, test } from 'vitest';
import { reviewRules } from './all.ts';
import { differences } from './differences.ts';
import { isStandard, readSettings, RuleSettings } from './settings.ts';

const problems = (settings: unknown) =>
  RuleSettings.safeParse(settings).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

test.each([
  ['nothing', {}, {}],
  ['what differs', { E4: { values: { most: 40 } } }, { E4: { values: { most: 40 } } }],
  ['the rest of a rule', { E4: { values: { most: 40, advised: 20 } } }, { E4: { values: { most: 40 } } }],
  ['what is standard', { E4: { values: { most: 60 }, source: '组建单位规定' } }, {}],
  ['empty settings', { E4: {}, P1: { values: {} } }, {}],
  ['a source', { A3: { source: ' 校发〔2026〕3号 ' } }, { A3: { source: '校发〔2026〕3号' } }],
  ['undefined', { E4: undefined, P1: { values: { least: undefined }, source: undefined } }, {}],
  [
    'choices by their order, once each',
    { R2: { values: { negative: ['D', 'C', 'D'] } } },
    { R2: { values: { negative: ['C', 'D'] } } },
  ],
  [
    'a standard in another order',
    {
      A6: { values: { middle: { bachelor: 4, master: 2, doctor: 0 } } },
      R2: { values: { negative: ['D', 'D'] } },
    },
    {},
  ],
  ['no choice', { R2: { values: { negative: [] } } }, { R2: { values: { negative: [] } } }],
  [
    'rules by their order',
    { P1: { values: { least: 7 } }, A1: { values: { grace: 0 } } },
    { A1: { values: { grace: 0 } }, P1: { values: { least: 7 } } },
  ],
])('keeps only differences: %s', (_, given, kept) => {
  const settings = RuleSettings.parse(given);
  expect(JSON.stringify(settings)).toBe(JSON.stringify(kept));
  expect(RuleSettings.parse(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
});

test.each([
  ['a number too large', { E4: { values: { most: 201 } } }, ['E4.values.most 上限不能大于 200']],
  ['below the law', { P1: { values: { least: 4 } } }, ['P1.values.least 公示不能小于 5']],
  ['an emptied number', { E4: { values: { most: null } } }, ['E4.values.most 请输入上限']],
  ['a text', { E4: { values: { most: '40' } } }, ['E4.values.most 请输入上限']],
  ['half a number', { E4: { values: { most: 1.5 } } }, ['E4.values.most 上限必须是整数']],
  ['a flag', { F1: { values: { isOdd: 1 } } }, ['F1.values.isOdd 请选择须为单数']],
  ['a choice', { R1: { values: { scale: 'x' } } }, ['R1.values.scale 请选择结论']],
  ['one of choices', { R2: { values: { negative: ['E'] } } }, ['R2.values.negative.0 请选择算不同意的等级']],
  ['no choices', { R2: { values: { negative: 'D' } } }, ['R2.values.negative 请选择算不同意的等级']],
  [
    'too many',
    { R2: { values: { negative: Array(5).fill('D') } } },
    ['R2.values.negative 算不同意的等级不能重复'],
  ],
  [
    'a level missing',
    { A6: { values: { middle: { doctor: 0, master: 2 } } } },
    ['A6.values.middle.bachelor 请输入申报中级'],
  ],
  ['no levels', { A6: { values: { middle: 3 } } }, ['A6.values.middle 请输入申报中级']],
  [
    'an unknown level',
    { A6: { values: { middle: { doctor: 0, master: 2, bachelor: 4, none: 1 } } } },
    ['A6.values.middle 请输入申报中级'],
  ],
  ['an unknown parameter', { E4: { values: { least: 1 } } }, ['E4.values 没有参数 least']],
  ['an unknown part', { E4: { value: {} } }, ['E4 没有设置 value']],
  ['an unknown rule', { Z9: {} }, [' 没有规则 Z9']],
  ['no rules', [], [' 规则的格式不正确']],
  ['null', { E4: null }, ['E4 设置的格式不正确']],
  ['no source', { E4: { source: ' ' } }, ['E4.source 请输入依据']],
  ['a long source', { E4: { source: '字'.repeat(101) } }, ['E4.source 依据不能超过 100 个字']],
  [
    'several',
    { E4: { values: { most: 0 } }, P1: { values: { least: 31 } } },
    ['P1.values.least 公示不能大于 30', 'E4.values.most 上限不能小于 1'],
  ],
])('refuses %s', (_, settings, expected) => {
  expect(problems(settings)).toEqual(expected);
});

describe('hostile JSON', () => {
  const deep = (depth: number) => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth)) as unknown;

  test.each([
    '{"__proto__":{"E4":{"values":{"most":1}}}}',
    '{"constructor":{"prototype":{}}}',
    '{"toString":{}}',
    '{"E4":{"__proto__":{"values":{"most":1}}}}',
    '{"E4":{"values":{"__proto__":{"most":1}}}}',
    '{"A6":{"values":{"middle":{"doctor":0,"master":1,"bachelor":1,"__proto__":{}}}}}',
  ])('%s', (json) => {
    expect(RuleSettings.safeParse(JSON.parse(json)).success).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each([
    ['deep settings', () => deep(5000)],
    ['a deep value', () => ({ E4: { values: { most: deep(5000) } } })],
    ['deep levels', () => ({ A6: { values: { middle: deep(5000) } } })],
    ['many rules', () => Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`X${index}`, {}]))],
    ['many choices', () => ({ R2: { values: { negative: Array(200_000).fill('x') } } })],
    [
      'long texts',
      () => ({ E4: { source: ' '.repeat(500_000) + 'x'.repeat(500_000) }, ['Y'.repeat(500_000)]: 1 }),
    ],
  ])('%s', (_, build) => {
    const { error } = RuleSettings.safeParse(build());
    expect(error!.issues.length).toBeLessThan(5);
    expect(Math.max(...error!.issues.map(({ message }) => message.length))).toBeLessThan(60);
  });
});

test('settings stored under other rules keep what is still known and allowed', () => {
  const stored = {
    Z9: { values: { gone: 1 } },
    E4: { values: { most: 40, gone: 2, advised: 999 }, source: '校发〔2026〕3号' },
    A6: { values: { middle: { master: 1, doctor: 0, bachelor: 3 } } },
    P1: { values: { least: 3 } },
  };
  const settings = {
    A6: { values: { middle: { doctor: 0, master: 1, bachelor: 3 } } },
    E4: { values: { most: 40 }, source: '校发〔2026〕3号' },
  };
  expect(JSON.stringify(readSettings(stored))).toBe(JSON.stringify(settings));
});

test('every standard is written as its schema writes it', () => {
  for (const { params } of reviewRules)
    for (const param of Object.values(params))
      expect([param.label, isStandard(param, param.standard)]).toEqual([param.label, true]);
});

test('differences have Chinese words, the source of a rule last', () => {
  const settings = RuleSettings.parse({
    R2: { values: { negative: ['C', 'D'] } },
    W1: { values: { least: { fullSenior: 5, associateSenior: 2, middle: 0, junior: 0, technician: 0 } } },
    E4: { values: { most: 40 }, source: '校发〔2026〕3号' },
    C1: { values: { employer: false } },
  });
  expect(
    differences(settings).map(({ code, label, standard, value }) => [code, label, standard, value]),
  ).toEqual([
    [
      'W1',
      '至少',
      '正高级 3 篇，副高级 2 篇，中级 0 篇，助理级 0 篇，员级 0 篇',
      '正高级 5 篇，副高级 2 篇，中级 0 篇，助理级 0 篇，员级 0 篇',
    ],
    ['C1', '用人单位也须承诺', '是', '否'],
    ['E4', '上限', '60 份', '40 份'],
    ['E4', '依据', '组建单位规定', '校发〔2026〕3号'],
    ['R2', '算不同意的等级', 'D 较差', 'C 一般、D 较差'],
  ]);
  expect(differences({})).toEqual([]);
});
