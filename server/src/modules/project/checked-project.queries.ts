import type { z } from 'zod';
import type { CheckedProject, ProjectView } from '@zhiping/shared/contracts/project-views.ts';
import { judgeProject } from '@zhiping/shared/rules/project-form/facts.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { requiredSections } from '@zhiping/shared/rules/review-rules/required-sections.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { findMaterialsById } from './materials.queries.ts';
import { findContext, findHistory } from './project.queries.ts';
import { findProjectCycle } from './project-cycle.queries.ts';
import type { StoredProject } from './project-workflow.ts';

type Shown = Exclude<z.input<typeof ProjectView>, { view: 'applicant' }>;

/** What was handed in last. Whoever may read it has been handed in at least once. */
const findNewestSnapshot = (db: Db, projectId: number) =>
  db
    .selectFrom('project_snapshot')
    .select(['round', 'content', 'hash', 'rule_version as ruleVersion', 'create_time as at'])
    .where('project_id', '=', projectId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** An application as those see it who check it: the newest snapshot, whatever the applicant has typed since. */
export const checkedView = async (
  db: Db,
  reader: Principal,
  { project, view }: { project: StoredProject; view: CheckedProject['view'] },
): Promise<Shown> => {
  const { id } = project;
  const [{ content, ...snapshot }, cycle, history] = await Promise.all([
    findNewestSnapshot(db, id),
    findProjectCycle(db, project.cycle_id),
    findHistory(db, id),
  ]);
  const form = ProjectForm.parse(content.form);
  const [materials, context] = await Promise.all([
    findMaterialsById(
      db,
      content.files.map((file) => file.id),
    ),
    findContext(db, project, cycle, reader.at),
  ]);
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
  };
};
