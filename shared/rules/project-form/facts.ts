import { applicantIntegrity } from '../review-rule/applicant-integrity.ts';
import {
  type ProjectFacts,
  type Degree,
  type IntegrityRecord,
  type MaterialType,
  materialTypes,
  type Section,
  sections,
} from '../review-rule/facts.ts';
import { type FrozenRules, settingOf } from '../review-rule/frozen-rules.ts';
import { inService } from '../review-rule/in-service.ts';
import { noDiscipline } from '../review-rule/no-discipline.ts';
import { oneApplication } from '../review-rule/one-project.ts';
import { representativeWorks } from '../review-rule/representative-works.ts';
import { requiredMaterials } from '../review-rule/required-materials.ts';
import { requiredSections } from '../review-rule/required-sections.ts';
import { evaluateRule, type ReviewRule, type Verdict } from '../review-rule/rule.ts';
import { stepByStep } from '../review-rule/step-by-step.ts';
import { yearsInTitle } from '../review-rule/years-in-title.ts';
import type { ProjectForm } from './form.ts';
import { type FormProblem, missingInForm } from './missing.ts';

/** A material of a project: its kind, and its entry in the form or the proof that it is for. */
export type MaterialFact = { type: MaterialType; entryKey: string | null; proof: string | null };

/** Facts that a project is checked against beside its form. */
export type ProjectContext = {
  today: string;
  cutoffDay: string;
  rules: FrozenRules;
  isBlind: boolean;
  targets: readonly { titleSeries: string; titleLevel: string }[];
  proofs: readonly { name: string; substitute: string | null }[];
  materials: readonly MaterialFact[];
  /** Other projects of the applicant in this year. */
  otherProjects: number;
  /** Breaches of the applicant. */
  integrityRecords: readonly IntegrityRecord[];
};

/** The sections that a cycle requires. */
export const sectionsRequired = (rules: FrozenRules): readonly Section[] => {
  const setting = settingOf(rules, requiredSections);
  return setting === null ? [] : requiredSections.schema.parse(setting.values ?? {}).required;
};

const degreeOrder = ['doctor', 'master', 'bachelor'] as const satisfies readonly Degree[];

/** The highest degree of an applicant; a doctor's course without the degree does not count. */
export const highestDegree = ({ education }: Pick<ProjectForm, 'education'>): Degree | null =>
  degreeOrder.find((degree) => education.degrees.some((row) => row.degree === degree)) ?? null;

const countMaterials = (materials: readonly MaterialFact[]) =>
  Object.fromEntries(
    (Object.keys(materialTypes) as MaterialType[]).map((type) => [
      type,
      materials.filter((one) => one.type === type).length,
    ]),
  ) as Record<MaterialType, number>;

const targetProblems = ({ target }: ProjectForm, { targets }: ProjectContext): FormProblem[] => {
  const { titleSeries, titleLevel } = target;
  if (titleSeries === null || titleLevel === null) return [];
  const isOpen = targets.some((one) => one.titleSeries === titleSeries && one.titleLevel === titleLevel);
  return isOpen
    ? []
    : [{ section: 'target', path: 'target.titleLevel', message: '本批次不受理这个系列和层级，请重新选择' }];
};

const fullTextProblems = ({ works }: ProjectForm, { materials }: ProjectContext): FormProblem[] =>
  works.works.flatMap(({ entry, key }, index): FormProblem[] => {
    if (entry === null) return [];
    const hasText = materials.some(
      ({ type, entryKey }) => type === 'representativeWork' && entryKey === entry,
    );
    return hasText
      ? []
      : [
          {
            section: 'works',
            path: `works.works.${key}.file`,
            message: `第 ${index + 1} 篇代表作：请上传全文`,
          },
        ];
  });

/** Proofs that no other material can replace. */
const proofProblems = ({ proofs, materials }: ProjectContext): FormProblem[] =>
  proofs
    .filter(({ name, substitute }) => substitute === null && !materials.some(({ proof }) => proof === name))
    .map(({ name }) => ({
      section: 'attachments',
      path: 'attachments',
      message: `请上传${name}`,
    }));

/** Kinds of material of which there are too few. */
const materialProblems = ({ rules, materials }: ProjectContext): FormProblem[] => {
  const setting = settingOf(rules, requiredMaterials);
  if (setting === null) return [];
  const { least } = requiredMaterials.schema.parse(setting.values ?? {});
  const counts = countMaterials(materials);
  return (Object.keys(materialTypes) as MaterialType[])
    .filter((type) => counts[type] < least[type])
    .map((type) => {
      const place = type === 'representativeWork' ? 'works' : 'attachments';
      const message = `${materialTypes[type]}需要 ${least[type]} 份，已有 ${counts[type]} 份`;
      return { section: place, path: place === 'works' ? 'works.works' : `attachments.${type}`, message };
    });
};

/** Missing or wrong parts that prevent a submission, in the order of the form. */
export const missingInProject = (form: ProjectForm, context: ProjectContext): FormProblem[] => {
  const found = [
    ...missingInForm(form, sectionsRequired(context.rules)),
    ...targetProblems(form, context),
    ...fullTextProblems(form, context),
    ...proofProblems(context),
    ...materialProblems(context),
  ];
  const order = Object.keys(sections);
  return found.toSorted((a, b) => order.indexOf(a.section) - order.indexOf(b.section));
};

const factsOf = (form: ProjectForm, context: ProjectContext): ProjectFacts | null => {
  const { basic, target, assessment, works } = form;
  if (target.titleLevel === null || target.kind === null) return null;
  const missing = missingInProject(form, context);
  return {
    today: context.today,
    cutoffDay: context.cutoffDay,
    kind: target.kind,
    targetLevel: target.titleLevel,
    presentLevel: basic.presentLevel,
    presentSince: basic.presentSince || null,
    degree: highestDegree(form),
    isRetired: basic.service && basic.service === 'retired',
    isDisciplined: assessment.discipline && assessment.discipline === 'inForce',
    disciplineUntil: assessment.discipline === 'inForce' ? assessment.disciplineUntil || null : null,
    integrityRecords: context.integrityRecords,
    otherProjects: context.otherProjects,
    completeSections: (Object.keys(sections) as Section[]).filter(
      (section) => !missing.some((problem) => problem.section === section),
    ),
    isBlind: context.isBlind,
    works: works.works.map(() => ({ hasBlindCopy: false })),
    materials: countMaterials(context.materials),
    commitments: { applicant: false, employer: false },
  };
};

/**
 * Rules checked before a submission. Commitments are signed with it; the blind copies and the employer's commitment
 * come later.
 */
const applicantRules: readonly ReviewRule<'application'>[] = [
  oneApplication,
  inService,
  noDiscipline,
  applicantIntegrity,
  stepByStep,
  yearsInTitle,
  requiredSections,
  representativeWorks,
  requiredMaterials,
];

export type EvaluatedRule = Verdict & { code: string; title: string; section: Section };

/** The place of the form that each rule concerns. */
const sectionOf: Record<string, Section> = {
  A5: 'target',
  A6: 'basic',
  A4: 'assessment',
  W1: 'works',
  M1: 'attachments',
};

/** A project judged by the rules of its cycle; empty while the title is not chosen. */
export const evaluateProject = (form: ProjectForm, context: ProjectContext): EvaluatedRule[] => {
  const facts = factsOf(form, context);
  if (!facts) return [];
  const firstOpen = sectionsRequired(context.rules).find(
    (section) => !facts.completeSections.includes(section),
  );
  return applicantRules.map((rule) => ({
    code: rule.code,
    title: rule.title,
    section: (rule === requiredSections ? firstOpen : sectionOf[rule.code]) ?? 'basic',
    ...evaluateRule(rule, facts, settingOf(context.rules, rule)),
  }));
};

/** Rules whose problems are already shown at the fields. */
const shownAtFields: readonly string[] = [requiredSections.code, requiredMaterials.code];

/** Rules that the project as a whole breaks. */
export const objections = (judged: readonly EvaluatedRule[]): EvaluatedRule[] =>
  judged.filter(({ code, level }) => level === 'block' && !shownAtFields.includes(code));

/** Number of problems that prevent a submission. */
export const countProblems = (missing: readonly FormProblem[], judged: readonly EvaluatedRule[]): number =>
  missing.length + objections(judged).length;
