import type { z } from 'zod';
import type { CheckedProject, ProjectView } from '@zhiping/shared/contracts/project-views.ts';
import { evaluateProject } from '@zhiping/shared/rules/project-form/facts.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { requiredSections } from '@zhiping/shared/rules/review-rule/required-sections.ts';
import { projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { eventsFor } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { ProjectContent } from '../../platform/database/column-types.ts';
import { checkingAs } from './checking-as.ts';
import { findAsked, findEligibility, findOutcome } from './eligibility.queries.ts';
import { findCheckSteps } from './check-steps.queries.ts';
import { findMaterialsById, withFormer } from './materials.queries.ts';
import { findOfficeRecords } from './office-records.queries.ts';
import { findContext, findHistory } from './project.queries.ts';
import { caseOf, findProjectCycle, type ProjectCycle } from './project-cycle.queries.ts';
import { findPublished } from './published-opinions.queries.ts';
import { allowsException } from './recommend-project.ts';
import { findAskedException, findRecommendation } from './recommendation.queries.ts';
import { findLastReturn } from './returns.queries.ts';
import type { StoredProject } from './project-workflow.ts';
import { findSnapshot } from './snapshot.queries.ts';

type Shown = Exclude<z.input<typeof ProjectView>, { view: 'applicant' }>;

const idsOf = ({ files }: ProjectContent) => files.map(({ id }) => id);

/** The last return, with the submission that it was about. */
const findReturned = async (db: Db, id: number): Promise<Shown['lastReturn']> => {
  const lastReturn = await findLastReturn(db, id);
  if (!lastReturn) return null;
  const { content } = await findSnapshot(db, id, lastReturn.round);
  const found = await findMaterialsById(db, idsOf(content));
  const materials = await withFormer(db, found, { isOwn: false });
  return { ...lastReturn, form: ProjectForm.parse(content.form), materials };
};

/** Evaluates the rules of the cycle for a submission. Required fields are always filled in. */
export const evaluateSubmitted = async (
  db: Db,
  project: StoredProject,
  { cycle, content, at }: { cycle: ProjectCycle; content: ProjectContent; at: Date },
) => {
  const [materials, context] = await Promise.all([
    findMaterialsById(db, idsOf(content)),
    findContext(db, project, cycle, at),
  ]);
  const form = ProjectForm.parse(content.form);
  const rules = evaluateProject(form, { ...context, materials });
  return { form, materials, rules: rules.filter(({ code }) => code !== requiredSections.code) };
};

/** A project as those who check it see it: the newest snapshot, without later edits of the applicant. */
export const checkedView = async (
  db: Db,
  reader: Principal,
  { project, view }: { project: StoredProject; view: CheckedProject['view'] },
): Promise<Shown> => {
  const { id } = project;
  const [{ content, ...snapshot }, cycle, history] = await Promise.all([
    findSnapshot(db, id),
    findProjectCycle(db, project.cycle_id),
    findHistory(db, id),
  ]);
  const [judged, lastReturn, recommendation, eligibility, outcome, external, subject] = await Promise.all([
    evaluateSubmitted(db, project, { cycle, content, at: reader.at }),
    findReturned(db, id),
    findRecommendation(db, id),
    findEligibility(db, id),
    findOutcome(db, project),
    findPublished(db, id),
    caseOf(db, project, { cycle, at: reader.at }),
  ]);
  const materials = await withFormer(db, judged.materials, { isOwn: false });
  const who = await checkingAs(db, reader, { view, unitId: project.school_id });
  const events = holds(reader, [view === 'office' ? 'project:decide' : 'project:check'])
    ? eventsFor(projectMachine, project.state, [who], subject)
    : {};
  const { name, organiser, suspendedReason, collegeClosesAt, bodyClosesAt } = cycle;
  const shown = {
    id,
    no: project.no!,
    state: project.state,
    cycle: {
      id: cycle.id,
      name,
      organiser,
      suspendedReason,
      collegeClosesAt,
      reportClosesAt: subject.reportEnd,
      bodyClosesAt,
    },
    steps: await findCheckSteps(db, project, cycle),
    step: subject.step,
    version: project.version,
    person: content.person,
    submittedAt: snapshot.at,
    isLate: project.is_late,
    snapshot,
    ...judged,
    materials,
    history,
    lastReturn,
    recommendation: recommendation ?? null,
    voteException: {
      isAllowed: allowsException(cycle),
      asked: await findAskedException(db, id, reader.at),
    },
    external,
    can: events,
  };
  return view === 'office'
    ? {
        view,
        ...shown,
        eligibility: eligibility ?? null,
        asked: await findAsked(db, id, reader.at),
        records: await findOfficeRecords(db, project),
      }
    : { view, ...shown, outcome };
};
