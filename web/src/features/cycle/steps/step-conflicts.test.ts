import { expect, test } from 'vitest';
import { standardForm } from '@zhiping/shared/rules/opinion/form.ts';
import { formChangeInWords, ruleConflicts, rulesChangeInWords } from './step-conflicts.ts';

const grace = (minutes: number) => ({ A1: { values: { grace: minutes } } });
const experts = (count: number) => ({ F1: { values: { count } } });

test('a change of rules is described in words, also when a rule returns to the standard', () => {
  expect(rulesChangeInWords(experts(5), { ...experts(5), ...grace(10) })).toBe(
    'A1 申报时间：到达宽限 10 分钟',
  );
  expect(rulesChangeInWords(experts(5), {})).toBe('F1 每份材料的专家人数：专家 3 人');
});

test.each([
  ['both change a rule of their own', {}, experts(5), grace(10), { ...experts(5), ...grace(10) }],
  ['both change one', experts(3), experts(5), experts(7), experts(5)],
  ['one goes back to the standard', experts(5), {}, { ...experts(5), ...grace(10) }, grace(10)],
  ['the other goes back to the standard', experts(5), { ...experts(5), ...grace(10) }, {}, grace(10)],
])('rules are merged one by one: %s', (_, base, mine, latest, merged) => {
  const rest = { proofs: [] };
  const whole = (rules: object) => ({ rules, ...rest });
  expect(ruleConflicts.merge(whole(base), whole(mine), whole(latest))).toEqual({ rules: merged, ...rest });
});

test('a change of a form names the changed parts', () => {
  const { criteria, texts } = standardForm;
  const [first, ...others] = criteria;
  expect(formChangeInWords(standardForm, { criteria: [{ ...first!, weight: 5 }, ...others], texts })).toBe(
    '改动了师德与教学',
  );
  expect(formChangeInWords(standardForm, { criteria: others, texts })).toBe('移除了师德与教学');
  expect(formChangeInWords(standardForm, { criteria: criteria.toReversed(), texts })).toBe('改动了次序');
});
