import { expect, test } from 'vitest';
import { reviewRules } from '@zhiping/shared/rules/review-rule/all.ts';
import { frozenRules } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { settingConflicts } from '@zhiping/shared/rules/review-rule/setting-conflicts.ts';
import { RuleSettings } from '@zhiping/shared/rules/review-rule/settings.ts';
import {
  isDifferent,
  isWrong,
  matches,
  problemCodes,
  problemOfSource,
  problemsOf,
  withSource,
  withValue,
} from './settings-edits.ts';

const ruleOf = (code: string) => reviewRules.find((rule) => rule.code === code)!;
const load = ruleOf('E4');
const works = ruleOf('W1');
const least = { fullSenior: 3, associateSenior: 2, middle: 0, junior: 0, technician: 0 };

test('a value is set, and is removed with its rule when it equals the standard', () => {
  const set = withValue({}, load, 'most', 40);
  expect(set).toEqual({ E4: { values: { most: 40 } } });
  expect(withValue(set, load, 'advised', 10)).toEqual({ E4: { values: { most: 40, advised: 10 } } });
  expect(withValue(set, load, 'most', 60)).toEqual({});
  expect(withValue(set, load, 'most', undefined)).toEqual({});
});

test('a source is set beside values, and is removed when it equals the rule’s own', () => {
  const set = withSource({ E4: { values: { most: 40 } } }, load, '校发〔2026〕3号');
  expect(set).toEqual({ E4: { values: { most: 40 }, source: '校发〔2026〕3号' } });
  expect(withSource(set, load, load.law)).toEqual({ E4: { values: { most: 40 } } });
  expect(withValue(set, load, 'most', 60)).toEqual({ E4: { source: '校发〔2026〕3号' } });
  expect(withSource({}, load, load.law)).toEqual({});
});

test('other rules stay unchanged, and the settings are not mutated', () => {
  const settings = Object.freeze({ P1: Object.freeze({ values: Object.freeze({ least: 7 }) }) });
  expect(withValue(settings, load, 'most', 40)).toEqual({ ...settings, E4: { values: { most: 40 } } });
  expect(withValue(settings, ruleOf('P1'), 'least', 5)).toEqual({});
});

test('an invalid value is kept as typed, with the message of the schema', () => {
  const settings = withValue({}, load, 'most', 999);
  expect(settings).toEqual({ E4: { values: { most: 999 } } });
  expect(problemsOf(load.params['most']!, 999)).toEqual({ '': '上限不能大于 200' });
  expect(problemsOf(load.params['most']!, null)).toEqual({ '': '请输入上限' });
  expect(problemsOf(load.params['most']!, undefined)).toEqual({});
  expect(RuleSettings.safeParse(settings).error!.issues[0]!.message).toBe('上限不能大于 200');
});

test('a problem of one number among several is reported under its key', () => {
  const param = works.params['least']!;
  expect(problemsOf(param, { ...least, middle: 11, junior: null })).toEqual({
    middle: '至少不能大于 10',
    junior: '请输入至少',
  });
});

test.each([
  [undefined, undefined],
  ['校发〔2026〕3号', undefined],
  [' ', '请输入依据'],
  ['字'.repeat(101), '依据不能超过 100 个字'],
])('the source %s', (source, problem) => {
  expect(problemOfSource(source)).toBe(problem);
});

test('a rule differs if a value or its source differs, no matter how much of it is written down', () => {
  expect(isDifferent(frozenRules({}), load)).toBe(false);
  expect(isDifferent({ E4: { values: { most: 40 } } }, load)).toBe(true);
  expect(isDifferent({ E4: { values: { most: null } } }, load)).toBe(true);
  expect(isDifferent({ E4: { source: '校发〔2026〕3号' } }, load)).toBe(true);
});

test('the places to go to are errors and conflicts, and doubtful rules, in the order of the rules', () => {
  const settings = {
    P1: { values: { least: 1 } },
    A3: { source: '' },
    E4: { values: { most: 10 } },
    F3: { values: { most: 3 } },
  };
  expect(problemCodes(reviewRules, settings, settingConflicts(settings))).toEqual({
    wrong: ['A3', 'P1', 'E4'],
    doubtful: ['F3'],
  });
  expect(isWrong(settings, ruleOf('F3'))).toBe(false);
});

test.each([
  ['', true],
  ['E4', true],
  ['e', true],
  ['Ｅ４', true],
  ['评审 数量', true],
  ['4', false],
  ['公示', false],
])('searching E4 by %s', (query, isFound) => {
  expect(matches(load, query)).toBe(isFound);
});
