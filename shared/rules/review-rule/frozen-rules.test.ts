import { expect, test } from 'vitest';
import { reviewRules } from './all.ts';
import { differences } from './differences.ts';
import { expertLoad } from './expert-load.ts';
import { frozenRules, FrozenRules, settingOf } from './frozen-rules.ts';
import { evaluateRule } from './rule.ts';
import { RuleSettings } from './settings.ts';
import { representativeWorks } from './representative-works.ts';

const settings = RuleSettings.parse({
  W1: { values: { least: { fullSenior: 5, associateSenior: 4, middle: 0, junior: 0, technician: 0 } } },
  E4: { values: { most: 40 }, source: '校发〔2026〕3号' },
});

test('holds every rule with all its values and its source, by name', () => {
  const frozen = frozenRules(settings);
  expect(Object.keys(frozen)).toEqual(reviewRules.map(({ code }) => code).toSorted());
  expect(frozen['E4']).toEqual({ values: { advised: 20, most: 40 }, source: '校发〔2026〕3号' });
  expect(frozen['A3']).toEqual({ values: {}, source: '人社部令第40号关于离退休人员申报的规定' });
  for (const { code, params } of reviewRules)
    expect(Object.keys(frozen[code]!.values)).toEqual(Object.keys(params).toSorted());
});

test('the same settings are the same bytes, in whatever order they come and are kept', () => {
  const text = JSON.stringify(frozenRules(settings));
  const reversed = Object.fromEntries(Object.entries(settings).toReversed());
  expect(JSON.stringify(frozenRules(reversed))).toBe(text);
  const shuffled = JSON.parse(text, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toReversed())
      : value,
  ) as unknown;
  expect(JSON.stringify(shuffled)).not.toBe(text);
  expect(JSON.stringify(FrozenRules.parse(shuffled))).toBe(text);
});

test('values out of bounds cannot be frozen', () => {
  expect(() => frozenRules({ E4: { values: { most: 999 } } })).toThrow('上限不能大于 200');
});

test('keeps rules that no longer exist, and does not apply newer ones', () => {
  const gone = { Z9: { values: { least: { b: 2, a: 1 }, words: ['x'] }, source: '旧规定' } };
  const frozen = FrozenRules.parse(gone);
  expect(JSON.stringify(frozen)).toBe(
    '{"Z9":{"source":"旧规定","values":{"least":{"a":1,"b":2},"words":["x"]}}}',
  );
  expect(settingOf(frozen, expertLoad)).toBeNull();
  expect(evaluateRule(expertLoad, { load: 500 } as never, settingOf(frozen, expertLoad))).toEqual({
    level: 'ok',
    message: '专家评审数量，本批次没有这条规则',
  });
  expect(settingOf(FrozenRules.parse({}), { code: 'constructor' })).toBeNull();
});

test('judges as the cycle was published, and refuses to judge by values that it does not understand', () => {
  const frozen = frozenRules(settings);
  const works = { works: Array(4).fill({ hasBlindCopy: true }), targetLevel: 'fullSenior' } as never;
  expect(evaluateRule(representativeWorks, works, settingOf(frozen, representativeWorks)).message).toBe(
    '代表作 4 篇，申报正高级需要 ≥ 5 篇（本批次规则）',
  );
  expect(evaluateRule(expertLoad, { load: 41 } as never, settingOf(frozen, expertLoad))).toEqual({
    level: 'block',
    message: '本批次共 41 份，上限 40 份（校发〔2026〕3号）',
  });
  const odd = FrozenRules.parse({ E4: { values: { most: 40, gone: 1 }, source: '' } });
  expect(() => evaluateRule(expertLoad, { load: 1 } as never, settingOf(odd, expertLoad))).toThrow('gone');
});

test('its differences are those of the settings', () => {
  expect(differences(frozenRules(settings))).toEqual(differences(settings));
});
