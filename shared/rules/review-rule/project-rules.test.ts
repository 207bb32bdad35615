import { describe, expect, test } from 'vitest';
import { applicantIntegrity } from './applicant-integrity.ts';
import { applicationWindow } from './application-window.ts';
import { blindCopies } from './blind-copies.ts';
import { commitments } from './commitments.ts';
import type { ProjectFacts, MaterialType, Section } from './facts.ts';
import { inService } from './in-service.ts';
import { noDiscipline } from './no-discipline.ts';
import { noNeedlessProofs } from './no-needless-proofs.ts';
import { oneApplication } from './one-project.ts';
import { representativeWorks } from './representative-works.ts';
import { requiredMaterials } from './required-materials.ts';
import { requiredSections } from './required-sections.ts';
import { evaluateRule, type Level, type ReviewRule } from './rule.ts';
import { staffIntegrity } from './staff-integrity.ts';
import { stepByStep } from './step-by-step.ts';
import { supplementOnce } from './supplement-once.ts';
import { departmentMajority } from './department-majority.ts';
import { unitPublicity } from './unit-publicity.ts';
import { yearsInTitle } from './years-in-title.ts';

const allSections = requiredSections.params.required.standard as readonly Section[];

/** An applicant without any problem. */
const applicant: ProjectFacts = {
  isBlind: true,
  today: '2026-09-10',
  cutoffDay: '2026-12-31',
  kind: 'regular',
  targetLevel: 'fullSenior',
  presentLevel: 'associateSenior',
  presentSince: '2020-12-31',
  degree: 'doctor',
  isRetired: false,
  isDisciplined: false,
  disciplineUntil: null,
  integrityRecords: [],
  otherProjects: 0,
  completeSections: allSections,
  works: [{ hasBlindCopy: true }, { hasBlindCopy: true }, { hasBlindCopy: true }],
  materials: { education: 1, title: 1, teaching: 1, research: 1, representativeWork: 1 },
  commitments: { applicant: true, employer: true },
};
const levelOf = (rule: ReviewRule<'application'>, patch: Partial<ProjectFacts>, values = {}) =>
  evaluateRule(rule, { ...applicant, ...patch }, { values }).level;
type Rows = [Partial<ProjectFacts>, Level, object?][];

describe('A1 the window', () => {
  const opensAt = new Date('2026-09-01T00:00:00+08:00');
  const closesAt = new Date('2026-09-30T23:59:59+08:00');
  const at = (time: string) => new Date(`${time}+08:00`);
  test.each<[string, string, Level, object?]>([
    ['2026-08-31T23:59:59', '2026-09-01T00:00:01', 'block'],
    ['2026-09-01T00:00:00', '2026-09-01T00:00:00', 'ok'],
    ['2026-09-30T23:59:59', '2026-09-30T23:59:59', 'ok'],
    ['2026-09-30T23:59:59', '2026-10-01T00:00:00', 'warn'],
    ['2026-09-30T23:59:00', '2026-10-01T00:04:59', 'warn'],
    ['2026-09-30T23:59:00', '2026-10-01T00:05:00', 'block'],
    ['2026-09-30T23:59:59', '2026-10-01T00:00:00', 'block', { grace: 0 }],
    ['2026-10-01T00:00:00', '2026-10-01T00:00:00', 'block'],
  ])('begun %s and arrived %s: %s', (begun, arrived, level, values = {}) => {
    const facts = { opensAt, closesAt, begunAt: at(begun), arrivedAt: at(arrived) };
    expect(evaluateRule(applicationWindow, facts, { values: values as Record<string, unknown> }).level).toBe(
      level,
    );
  });
});

describe('conditions of the applicant', () => {
  const rows: [string, Parameters<typeof levelOf>[0], Rows][] = [
    [
      'A2 one application a year',
      oneApplication,
      [
        [{ otherProjects: 0 }, 'ok'],
        [{ otherProjects: 1 }, 'block'],
        [{ otherProjects: 1 }, 'ok', { most: 2 }],
        [{ otherProjects: 2 }, 'block', { most: 2 }],
      ],
    ],
    [
      'A3 in service',
      inService,
      [
        [{}, 'ok'],
        [{ isRetired: true }, 'block'],
        [{ isRetired: null }, 'warn'],
      ],
    ],
    [
      'A4 discipline',
      noDiscipline,
      [
        [{ isDisciplined: null }, 'warn'],
        [{ isDisciplined: true }, 'warn'],
        [{ isDisciplined: true, disciplineUntil: '2026-09-09' }, 'ok'],
        [{ isDisciplined: true, disciplineUntil: '2026-09-10' }, 'block'],
        [{ isDisciplined: true, disciplineUntil: '2026-09-11' }, 'block'],
      ],
    ],
    [
      'A5 step by step',
      stepByStep,
      [
        [{}, 'ok'],
        [{ presentLevel: 'middle' }, 'block'],
        [{ presentLevel: 'middle', kind: 'exceptional' }, 'warn'],
        [{ presentLevel: null, kind: 'direct' }, 'warn'],
        [{ presentLevel: 'fullSenior' }, 'block'],
        [{ presentLevel: 'fullSenior', kind: 'exceptional' }, 'block'],
        [{ presentLevel: 'fullSenior', kind: 'transfer' }, 'ok'],
        [{ presentLevel: 'associateSenior', kind: 'transfer' }, 'block'],
        [{ presentLevel: null, targetLevel: 'middle' }, 'ok'],
        [{ presentLevel: 'technician', targetLevel: 'middle' }, 'ok'],
        [{ presentLevel: null, targetLevel: 'associateSenior' }, 'block'],
        [{ presentLevel: null, targetLevel: 'middle', kind: 'recognition' }, 'ok'],
      ],
    ],
    [
      'A6 years in the present title',
      yearsInTitle,
      [
        [{ presentSince: '2021-12-31' }, 'ok'],
        [{ presentSince: '2022-01-01' }, 'block'],
        [{ presentSince: '2022-01-01', kind: 'exceptional' }, 'warn'],
        [{ presentSince: '2022-12-31' }, 'ok', { fullSenior: { doctor: 4, master: 5, bachelor: 5 } }],
        [{ presentSince: null }, 'block'],
        [{ degree: null }, 'warn'],
        [{ targetLevel: 'associateSenior', presentSince: '2024-12-31' }, 'ok'],
        [{ targetLevel: 'associateSenior', presentSince: '2025-01-01' }, 'block'],
        [{ targetLevel: 'associateSenior', presentSince: '2024-12-31', degree: 'master' }, 'block'],
        [{ targetLevel: 'middle', presentSince: null }, 'ok'],
        [{ targetLevel: 'junior', presentSince: null }, 'ok'],
      ],
    ],
    [
      'A7 required sections',
      requiredSections,
      [
        [{}, 'ok'],
        [{ completeSections: allSections.slice(1) }, 'block'],
        [{ completeSections: [] }, 'ok', { required: [] }],
      ],
    ],
    [
      'W1 representative works',
      representativeWorks,
      [
        [{ works: applicant.works.slice(1) }, 'block'],
        [{}, 'ok'],
        [{ works: [...applicant.works, ...applicant.works] }, 'ok'],
        [{ works: applicant.works.slice(1), targetLevel: 'associateSenior' }, 'ok'],
        [{ works: applicant.works.slice(2), targetLevel: 'associateSenior' }, 'block'],
        [{ works: [], targetLevel: 'middle' }, 'ok'],
      ],
    ],
    [
      'W2 blind copies',
      blindCopies,
      [
        [{}, 'ok'],
        [{ works: [{ hasBlindCopy: true }, { hasBlindCopy: false }] }, 'block'],
        [{ works: [{ hasBlindCopy: false }], isBlind: false }, 'ok'],
      ],
    ],
    [
      'M1 materials',
      requiredMaterials,
      [
        [{}, 'ok'],
        [{ materials: { ...applicant.materials, teaching: 0 } }, 'block'],
        [{ materials: { ...applicant.materials, teaching: 2 } }, 'ok'],
        [{ materials: {} }, 'block'],
      ],
    ],
    [
      'C1 commitments',
      commitments,
      [
        [{}, 'ok'],
        [{ commitments: { applicant: false, employer: true } }, 'block'],
        [{ commitments: { applicant: true, employer: false } }, 'block'],
        [{ commitments: { applicant: true, employer: false } }, 'ok', { employer: false }],
      ],
    ],
    [
      'C3 integrity',
      applicantIntegrity,
      [
        [{}, 'ok'],
        [{ integrityRecords: [{ since: '2023-09-09', reason: '材料造假' }] }, 'ok'],
        [{ integrityRecords: [{ since: '2023-09-10', reason: '材料造假' }] }, 'block'],
        [{ integrityRecords: [{ since: '2023-09-11', reason: '材料造假' }] }, 'block'],
        [{ integrityRecords: [{ since: '2021-09-11', reason: '材料造假' }] }, 'block', { years: 5 }],
      ],
    ],
  ];
  describe.each(rows)('%s', (_, rule, cases) => {
    test.each(cases)('%j: %s', (patch, level, values) => {
      expect(levelOf(rule, patch, values)).toBe(level);
    });
  });

  test('a second material of one kind is required where the office sets it', () => {
    const least: Record<MaterialType, number> = {
      ...(requiredMaterials.params.least.standard as Record<MaterialType, number>),
      assessment: 2,
    };
    const one = { materials: { ...applicant.materials, assessment: 1 } };
    expect(levelOf(requiredMaterials, one, { least })).toBe('block');
  });
});

describe('M2 needless proofs', () => {
  test.each<[('certificate' | 'commitment' | 'data' | null)[], Level]>([
    [[], 'ok'],
    [[null], 'ok'],
    [[null, 'data'], 'warn'],
  ])('%j: %s', (substitutes, level) => {
    const proofs = substitutes.map((substitute) => ({ name: '无犯罪记录', substitute }));
    expect(evaluateRule(noNeedlessProofs, { proofs }).level).toBe(level);
  });
});

test.each<[number, number, boolean, Level]>([
  [5, 9, false, 'ok'],
  [4, 8, false, 'block'],
  [4, 9, false, 'block'],
  [4, 8, true, 'warn'],
  [5, 8, true, 'ok'],
])('P3 %i of %i in favour, exceptions allowed %s: %s', (inFavour, present, exception, level) => {
  const setting = { values: { exception } };
  expect(evaluateRule(departmentMajority, { inFavour, present }, setting).level).toBe(level);
});

test.each<[number, number, Level]>([
  [4, 0, 'block'],
  [5, 0, 'ok'],
  [6, 0, 'ok'],
  [5, 1, 'block'],
])('P1 a publicity of %i working days with %i objections: %s', (workingDays, openObjections, level) => {
  expect(evaluateRule(unitPublicity, { workingDays, openObjections }).level).toBe(level);
});

test.each<[number, string | null, boolean, Level]>([
  [0, null, false, 'ok'],
  [1, '2026-09-10', false, 'ok'],
  [1, '2026-09-09', false, 'block'],
  [1, '2026-09-09', true, 'ok'],
  [2, null, true, 'block'],
])('P2 %i requests, due %s, answered %s: %s', (requests, dueDay, isAnswered, level) => {
  expect(evaluateRule(supplementOnce, { requests, dueDay, isAnswered, today: '2026-09-10' }).level).toBe(
    level,
  );
});

test('C5 staff on record do no work on titles', () => {
  const facts = { today: '2026-09-10', integrityRecords: [{ since: '2024-01-01', reason: '泄露信息' }] };
  expect(evaluateRule(staffIntegrity, facts)).toEqual({
    level: 'block',
    message:
      '2024-01-01 起有失信记录（泄露信息），记录期至 2027-01-01，期内不得从事职称工作（职称评审监管暂行办法关于失信工作人员的规定）',
  });
});
