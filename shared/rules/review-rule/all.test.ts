import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { reviewRules } from './all.ts';
import { representativeWorks } from './representative-works.ts';
import { evaluateRule } from './rule.ts';
import { subjects } from './facts.ts';

test('each rule has a code of its own, and a source without an article number', () => {
  const codes = reviewRules.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { code, law, about } of reviewRules) {
    expect([code, law.length > 0, /第[^条]*条/.test(law)]).toEqual([code, true, false]);
    expect(subjects).toHaveProperty(about);
  }
});

test('no title or explanation of a rule names an article', () => {
  for (const { title, explanation } of reviewRules)
    expect(`${title}${explanation}`).not.toMatch(/第[^，。]*条/);
});

describe.each(reviewRules.map((rule) => [rule.code, rule] as const))('%s', (_, { params, schema }) => {
  test('has its standard where a cycle sets nothing, and refuses what it does not know', () => {
    const standards = Object.entries(params).map(([name, { standard }]) => [name, standard]);
    expect(schema.parse({})).toEqual(Object.fromEntries(standards));
    expect(schema.safeParse({ unknown: 1 }).success).toBe(false);
    for (const { bounds, inWords, standard } of Object.values(params))
      expect(`${bounds}${inWords(standard)}`).not.toContain('undefined');
  });

  test('keeps numbers within their bounds', () => {
    for (const [name, { schema: one }] of Object.entries(params)) {
      if (!(one instanceof z.ZodNumber)) continue;
      const [min, max] = [one.minValue!, one.maxValue!];
      const accepts = (value: number) => schema.safeParse({ [name]: value }).success;
      expect([min - 1, min, max, max + 1, min + 0.5].map(accepts)).toEqual([false, true, true, false, false]);
    }
  });
});

test('a verdict states the actual value, the required value, and the source, which the office may correct', () => {
  const facts = { works: [{ hasBlindCopy: true }], targetLevel: 'associateSenior' } as never;
  expect(evaluateRule(representativeWorks, facts)).toEqual({
    level: 'block',
    message: '代表作 1 篇，申报副高级需要 ≥ 2 篇（本批次规则）',
  });
  expect(evaluateRule(representativeWorks, facts, { source: '校发〔2026〕3号' }).message).toMatch(
    /（校发〔2026〕3号）$/,
  );
});
