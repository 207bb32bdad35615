import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { isInWork, projectMachine } from '@zhiping/shared/rules/project/states.ts';
import { notInState } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { badRequest } from '../../platform/errors.ts';
import { lastEdition } from '../succession/succession.ts';
import { formColumns } from './form-columns.ts';
import { isOwnProject } from './project.policy.ts';
import { NOUN } from './project.queries.ts';
import { refuseSuspended } from './refuse-suspended.ts';

type Save = { id: number; version: number; form: ProjectForm };

const entity = { table: 'project', noun: NOUN } as const;

/** The actor's own project, locked, in the version that the client read. */
export const lockOwnProject = (tx: Tx, actor: Principal, key: { id: number; version?: number }) =>
  lockRow(tx, entity, key, () => isOwnProject(actor));

/** The same; throws if the form cannot be changed now. */
export const lockDraft = async (tx: Tx, actor: Principal, key: { id: number; version?: number }) => {
  const stored = await lockOwnProject(tx, actor, key);
  if (!isInWork(stored.state))
    throw badRequest('project.locked', notInState(projectMachine, stored.state, '修改'));
  await refuseSuspended(tx, stored.cycle_id);
  return stored;
};

/** Saves what the applicant typed, complete or not. */
export const saveForm = (
  db: Db,
  actor: Principal,
  { id, version, form }: Save,
): Promise<{ version: number; savedAt: Date }> =>
  inTransaction(db, async (tx) => {
    const stored = await lockDraft(tx, actor, { id, version });
    const edited = editedBy(actor, stored);
    await tx
      .updateTable('project')
      .set({
        form: JSON.stringify(form),
        subject_edition: lastEdition,
        // Lists show a returned project as it was submitted until the next submission.
        ...(stored.state === 'draft' && formColumns(form)),
        ...edited,
      })
      .where('id', '=', id)
      .execute();
    return { version: edited.version, savedAt: actor.at };
  });
