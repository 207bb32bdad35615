import { expect, test } from 'vitest';
import { frozenRules } from '../review-rule/frozen-rules.ts';
import { evaluateProject, missingInProject, type ProjectContext } from './facts.ts';
import { emptyForm } from './form.ts';

const context: ProjectContext = {
  today: '2026-09-10',
  cutoffDay: '2026-12-31',
  rules: frozenRules({}),
  isBlind: true,
  targets: [{ titleSeries: '1', titleLevel: 'fullSenior' }],
  proofs: [],
  materials: [],
  otherProjects: 0,
  integrityRecords: [],
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

test('an applicant on the register cannot apply, and others pass', () => {
  const form = emptyForm();
  form.target = { ...form.target, titleSeries: '1', titleLevel: 'fullSenior', kind: 'regular' };
  const integrity = (integrityRecords: ProjectContext['integrityRecords']) =>
    evaluateProject(form, { ...context, integrityRecords }).find(({ code }) => code === 'C3');
  expect(integrity([])).toMatchObject({ level: 'ok' });
  expect(integrity([{ since: '2023-09-09', reason: '材料造假' }])).toMatchObject({ level: 'ok' });
  expect(integrity([{ since: '2023-09-10', reason: '材料造假' }])).toMatchObject({ level: 'block' });
});

test('a missing answer does not meet the rule', () => {
  const form = emptyForm();
  form.target = { ...form.target, titleSeries: '1', titleLevel: 'fullSenior', kind: 'regular' };
  const levels = (one: typeof form) => {
    const rules = evaluateProject(one, context);
    return ['A3', 'A4'].map((code) => rules.find((rule) => rule.code === code)?.level);
  };
  expect(levels(form)).toEqual(['warn', 'warn']);
  form.basic.service = 'working';
  form.assessment.discipline = 'none';
  expect(levels(form)).toEqual(['ok', 'ok']);
  form.assessment.discipline = 'inForce';
  expect(levels(form)).toEqual(['ok', 'warn']);
});
