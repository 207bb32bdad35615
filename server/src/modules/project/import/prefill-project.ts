import { randomUUID } from 'node:crypto';
import { fillForm, type Filled, type Filling } from '@zhiping/shared/rules/project-form/fill-form.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { editedBy } from '../../../platform/edits/edit-lock.ts';
import { lockRow } from '../../../platform/edits/save-row.ts';
import { conflict } from '../../../platform/errors.ts';
import { lastEdition } from '../../succession/succession.ts';
import { addProject, lockApplicant, startingForm } from '../create-project.ts';
import { followForm } from '../follow-form.ts';
import { formColumns } from '../form-columns.ts';
import { isChecked } from '../project.policy.ts';
import { NOUN } from '../project.queries.ts';
import { caseOf, type ProjectCycle } from '../project-cycle.queries.ts';
import type { StoredProject } from '../project-workflow.ts';
import { takeStep } from '../take-step.ts';

/** A project of the officer's schools, locked; never the officer's own. */
export const lockImported = (tx: Tx, actor: Principal, id: number): Promise<StoredProject> =>
  lockRow(tx, { table: 'project', noun: NOUN }, { id }, () => isChecked(actor));

type Prefill = { note: string; detail: Record<string, unknown>; set?: Record<string, unknown> };

/**
 * Records an import as a step of the project and notifies the applicant. Allowed only while the applicant may submit.
 */
export const recordPrefill = async (
  tx: Tx,
  actor: Principal,
  { stored, cycle }: { stored: StoredProject; cycle: ProjectCycle },
  { note, detail, set = {} }: Prefill,
): Promise<void> => {
  // Judged by the present moment: an earlier start of the applicant's submission does not extend the time.
  const subject = await caseOf(tx, { ...stored, submit_begun_at: null }, { cycle, at: actor.at });
  await takeStep(tx, {
    id: stored.id,
    event: 'prefill',
    who: ['school'],
    actor,
    subjectOf: () => subject,
    set,
    note,
    detail,
  });
};

/** A line for the applicant: what was filled in and what was overwritten. */
const noteOf = ({ filled, overwritten }: Filled) => {
  const words = (standings: Filled['filled']) => standings.map(({ label }) => label).join('、');
  const over = overwritten.length > 0 ? `；其中覆盖了：${words(overwritten)}` : '';
  return `${words(filled)}${over}`;
};

const startProject = async (
  tx: Tx,
  actor: Principal,
  { cycle, schoolId, personId }: { cycle: ProjectCycle; schoolId: number; personId: number },
): Promise<number> => {
  const applicant = await lockApplicant(tx, { personId }, schoolId);
  if (!applicant) throw conflict('import.changed', '教师名册在导入时有变化，请重新检查后再提交');
  const form = await startingForm(tx, applicant);
  return (await addProject(tx, actor, { cycle, schoolId, personId, form })).id;
};

type Target = { personId: number; schoolId: number; projectId: number | null };

/** Starts or fills in the project of a teacher. Text that the teacher typed meanwhile is kept. */
export const prefillProject = async (
  tx: Tx,
  actor: Principal,
  {
    cycle,
    overwrite,
    target,
    filling,
  }: { cycle: ProjectCycle; overwrite: boolean; target: Target; filling: Filling },
): Promise<void> => {
  const isNew = target.projectId === null;
  const stored = await lockImported(
    tx,
    actor,
    target.projectId ?? (await startProject(tx, actor, { cycle, ...target })),
  );
  const before = isNew ? ProjectForm.parse(stored.form) : await followForm(tx, stored);
  // Facts of the registers do not count as typed by the applicant.
  const filled = fillForm(before, filling, { overwrite: overwrite || isNew, newKey: randomUUID });
  if (filled.problems.length > 0)
    throw conflict('import.changed', '申报表在导入时有变化，请重新检查后再提交');
  if (filled.filled.length === 0 && !isNew) return;
  await recordPrefill(
    tx,
    actor,
    { stored, cycle },
    {
      note: noteOf(isNew ? { ...filled, overwritten: [] } : filled),
      detail: {
        created: isNew,
        filled: filled.filled.map(({ path }) => path),
        ...(!isNew && { overwritten: filled.overwritten.map(({ path, label }) => `${path} ${label}`) }),
      },
      set: {
        form: JSON.stringify(filled.form),
        subject_edition: lastEdition,
        ...formColumns(filled.form),
        ...editedBy(actor, stored),
      },
    },
  );
};
