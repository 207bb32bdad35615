import { expect, test } from 'vitest';
import { frozenRules } from '../review-rules/frozen-rules.ts';
import { countProblems, evaluateProject, missingInProject, type ProjectContext } from './facts.ts';
import { emptyForm } from './form.ts';

const context: ProjectContext = {
  today: '2026-09-10',
  cutoffDay: '2026-12-31',
  rules: frozenRules({}),
  isBlind: true,
  targets: [{ titleSeries: '1', titleLevel: 'fullSenior' }],
  proofs: [],
  materials: [],
  otherApplications: 0,
};

test('the way from the parts that are missing leads to the first of them', () => {
  const form = emptyForm();
  form.target = { ...form.target, titleSeries: '1', titleLevel: 'fullSenior', kind: 'regular' };
  const basic = { ...form.basic, department: '一系', workStart: '2010-07', service: 'working' as const };
  const sectionOf = (one: typeof form) =>
    evaluateProject(one, context).find(({ code }) => code === 'A7')?.section;
  expect(sectionOf(form)).toBe('basic');
  const filled = { ...form, basic: { ...basic, phone: '13900000000', email: 'a@example.edu.cn' } };
  expect(missingInProject(filled, context).filter(({ section }) => section === 'basic')).toEqual([]);
  expect(sectionOf(filled)).toBe('target');
});

test('nothing is told of breaches, which nobody keeps here', () => {
  const form = emptyForm();
  form.target = { ...form.target, titleSeries: '1', titleLevel: 'fullSenior', kind: 'regular' };
  const judged = evaluateProject(form, context);
  expect(judged.length).toBeGreaterThan(0);
  expect(judged.map(({ code }) => code)).not.toContain('C3');
  expect(countProblems(missingInProject(form, context), judged)).toBeGreaterThan(0);
});
