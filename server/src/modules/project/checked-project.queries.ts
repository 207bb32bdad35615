import type { z } from 'zod';
import type { CheckedProject, ProjectView } from '@zhiping/shared/contracts/project-views.ts';
import { judgeProject } from '@zhiping/shared/rules/project-form/facts.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { requiredSections } from '@zhiping/shared/rules/review-rules/required-sections.ts';
import { projectMachine } from '@zhiping/shared/rules/project-states.ts';
import { eventsFor } from '@zhiping/shared/rules/state-machine.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { ProjectContent } from '../../platform/database/schema-review.ts';
import { findMaterialsById } from './materials.queries.ts';
import { findContext, findHistory } from './project.queries.ts';
import { caseOf, findProjectCycle } from './project-cycle.queries.ts';
import { findLastReturn } from './returns.queries.ts';
import { findSnapshot } from './snapshot.queries.ts';
import type { StoredProject } from './project-workflow.ts';

type Shown = Exclude<z.input<typeof ProjectView>, { view: 'applicant' }>;

const idsOf = ({ files }: ProjectContent) => files.map(({ id }) => id);

/** The last return, with what had been handed in then. */
const findReturned = async (db: Db, id: number): Promise<Shown['lastReturn']> => {
  const lastReturn = await findLastReturn(db, id);
  if (!lastReturn) return null;
  const { content } = await findSnapshot(db, id, lastReturn.round);
  const materials = await findMaterialsById(db, idsOf(content));
  return { ...lastReturn, form: ProjectForm.parse(content.form), materials };
};

/** An application as those see it who check it: the newest snapshot, whatever the applicant has typed since. */
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
  const form = ProjectForm.parse(content.form);
  const [materials, context, lastReturn, subject] = await Promise.all([
    findMaterialsById(db, idsOf(content)),
    findContext(db, project, cycle, reader.at),
    findReturned(db, id),
    caseOf(db, project, { cycle, at: reader.at }),
  ]);
  const events = holds(reader, ['project:check'])
    ? eventsFor(projectMachine, project.state, [view], subject)
    : {};
  const { name, organiser, suspendedReason, reportClosesAt } = cycle;
  return {
    view,
    id,
    no: project.no!,
    state: project.state,
    cycle: { id: cycle.id, name, organiser, suspendedReason, reportClosesAt },
    version: project.version,
    person: content.person,
    form,
    submittedAt: snapshot.at,
    isLate: project.is_late,
    snapshot,
    materials,
    // What must be filled in stands or it could not have been handed in.
    rules: judgeProject(form, { ...context, materials }).filter(({ code }) => code !== requiredSections.code),
    history,
    lastReturn,
    can: { ...(events.return !== undefined && { return: events.return }) },
  };
};
