import { applicationWindow } from './application-window.ts';
import { oneApplication } from './one-project.ts';
import { inService } from './in-service.ts';
import { noDiscipline } from './no-discipline.ts';
import { stepByStep } from './step-by-step.ts';
import { yearsInTitle } from './years-in-title.ts';
import { requiredSections } from './required-sections.ts';
import { representativeWorks } from './representative-works.ts';
import { blindCopies } from './blind-copies.ts';
import { requiredMaterials } from './required-materials.ts';
import { noNeedlessProofs } from './no-needless-proofs.ts';
import { commitments } from './commitments.ts';
import { expertCommitment } from './expert-commitment.ts';
import { applicantIntegrity } from './applicant-integrity.ts';
import { expertIntegrity } from './expert-integrity.ts';
import { staffIntegrity } from './staff-integrity.ts';
import { departmentMajority } from './department-majority.ts';
import { unitPublicity } from './unit-publicity.ts';
import { supplementOnce } from './supplement-once.ts';
import { committeeFiling } from './committee-filing.ts';
import { outsideShare } from './outside-share.ts';
import { expertTerm } from './expert-term.ts';
import { expertLevel } from './expert-level.ts';
import { expertUsable } from './expert-usable.ts';
import { expertLoad } from './expert-load.ts';
import { coolDown } from './cool-down.ts';
import { expertsPerFile } from './experts-per-project.ts';
import { otherProvinces } from './other-provinces.ts';
import { oneOfASchool } from './one-of-a-school.ts';
import { drawWitness } from './draw-witness.ts';
import { sameUnit } from './same-unit.ts';
import { formerUnit } from './former-unit.ts';
import { jointWork } from './joint-work.ts';
import { declaredTie } from './declared-tie.ts';
import { requestedRecusal } from './requested-recusal.ts';
import { answerScale } from './answer-scale.ts';
import { externalResult } from './external-result.ts';
import { opinionValidity } from './opinion-validity.ts';
import { type Facts, subjects } from './facts.ts';
import type { ReviewRule } from './rule.ts';

/** Every rule of the review, by code. What each looks at differs, so those who judge import the rule itself. */
export const reviewRules: readonly ReviewRule[] = [
  applicationWindow,
  oneApplication,
  inService,
  noDiscipline,
  stepByStep,
  yearsInTitle,
  requiredSections,
  representativeWorks,
  blindCopies,
  requiredMaterials,
  noNeedlessProofs,
  commitments,
  expertCommitment,
  applicantIntegrity,
  expertIntegrity,
  staffIntegrity,
  departmentMajority,
  unitPublicity,
  supplementOnce,
  committeeFiling,
  outsideShare,
  expertTerm,
  expertLevel,
  expertUsable,
  expertLoad,
  coolDown,
  expertsPerFile,
  otherProvinces,
  oneOfASchool,
  drawWitness,
  sameUnit,
  formerUnit,
  jointWork,
  declaredTie,
  requestedRecusal,
  answerScale,
  externalResult,
  opinionValidity,
];

type RuleGroup = { about: string; rules: readonly ReviewRule[] };

/** The rules by what they are about, in the order of the review. */
export const ruleGroups = (Object.keys(subjects) as (keyof Facts)[]).map((subject): RuleGroup => ({
  about: subjects[subject],
  rules: reviewRules.filter(({ about }) => about === subject),
}));
