import { describe, expect, test } from 'vitest';
import {
  eligibilityItems,
  isClear,
  type ItemDecision,
  needsSecondPerson,
  problemInDecision,
} from './eligibility.ts';
import type { EvaluatedRule } from '../project-form/facts.ts';

const rule = (code: string, level: EvaluatedRule['level']): EvaluatedRule => ({
  code,
  level,
  title: `规则 ${code}`,
  section: 'basic',
  message: '说明',
});
const judged = [rule('A', 'ok'), rule('B', 'warn'), rule('C', 'block')];
const items = eligibilityItems(judged);
const met = (code: string, remark: string | null = null): ItemDecision => ({ code, isMet: true, remark });
const unmet = (code: string, remark: string | null = null): ItemDecision => ({ code, isMet: false, remark });
const allMet = [met('A'), met('B', '已核'), met('C', '已核'), met('genuine')];

test('items are the rules and those that need a human decision', () => {
  expect(items.map(({ code, level }) => [code, level])).toEqual([
    ['A', 'ok'],
    ['B', 'warn'],
    ['C', 'block'],
    ['genuine', null],
  ]);
});

test.each([
  [[rule('A', 'ok')], true],
  [[rule('A', 'ok'), rule('B', 'warn')], false],
  [[rule('A', 'ok'), rule('B', 'block')], false],
  [[], false],
])('%o is clear: %s', (rules, expected) => {
  expect(isClear(rules)).toBe(expected);
});

test.each([
  ['exceptional', 'ok', true],
  ['direct', 'ok', true],
  ['regular', 'ok', false],
  ['regular', 'warn', false],
  ['regular', 'block', true],
  ['transfer', 'ok', false],
  [null, 'ok', false],
] as const)('%s with a rule that says %s needs two people: %s', (kind, level, expected) => {
  expect(needsSecondPerson(kind, [rule('A', 'ok'), rule('B', level)])).toBe(expected);
});

describe('a decision', () => {
  test.each<[string, 'eligible' | 'ineligible', ItemDecision[], string | null]>([
    ['all met, what rules doubt with a remark', 'eligible', allMet, null],
    ['without an item', 'eligible', allMet.slice(1), '审查项目已更新，请刷新后重新审查'],
    ['with an item twice', 'eligible', [...allMet, met('A')], '审查项目已更新，请刷新后重新审查'],
    [
      'with an item that is none',
      'eligible',
      [...allMet.slice(1), met('Z')],
      '审查项目已更新，请刷新后重新审查',
    ],
    ['a warning without a remark', 'eligible', allMet.with(1, met('B')), '请写明认可「规则 B」的理由'],
    ['a block without a remark', 'eligible', allMet.with(2, met('C')), '请写明认可「规则 C」的理由'],
    ['unmet without a remark', 'ineligible', allMet.with(0, unmet('A')), '请写明「规则 A」不符合的理由'],
    ['unmet', 'ineligible', allMet.with(0, unmet('A', '未到年限')), null],
    [
      'unmet and eligible',
      'eligible',
      allMet.with(0, unmet('A', '未到年限')),
      '有不符合的项目，不能判定合格',
    ],
    ['all met and ineligible', 'ineligible', allMet, '判定不合格须至少有一项不符合，并写明理由'],
  ])('%s as %s: %o gives %s', (_, verdict, decisions, expected) => {
    expect(problemInDecision(items, { verdict, decisions })?.message ?? null).toBe(expected);
  });
});
