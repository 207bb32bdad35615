import type { z } from 'zod';
import type { projectApi } from '@zhiping/shared/contracts/project.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { placeOf } from '@zhiping/shared/rules/project-form/places.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { lockRow } from '../../platform/edits/save-row.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { transition } from '../../platform/workflow/transition.ts';
import { isChecked, viewOf } from './project.policy.ts';
import { NOUN } from './project.queries.ts';
import { caseOf, findProjectCycle } from './project-cycle.queries.ts';
import { workflow } from './project-workflow.ts';
import { findSnapshot } from './snapshot.queries.ts';

type Return = z.output<typeof projectApi.return.body> & { id: number };

/** Send an application back to its applicant, with what is to be mended and where. */
export const returnProject = (
  db: Db,
  actor: Principal,
  { id, version, reason, reasons }: Return,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const stored = await lockRow(tx, { table: 'project', noun: NOUN }, { id, version }, () =>
      isChecked(actor),
    );
    const view = viewOf(actor, { ...stored, isOwn: false });
    if (view === null) throw notFound(NOUN);
    const cycle = await findProjectCycle(tx, stored.cycle_id);
    const subject = await caseOf(tx, stored, { cycle, at: actor.at });
    const { round, content } = await findSnapshot(tx, id);
    const places = { form: ProjectForm.parse(content.form), materials: content.files };
    // Requests to keep somebody away are not for schools to see, so nothing is said about them.
    const unknown = reasons.find(({ path }) => {
      const place = placeOf(path, places);
      return place === null || place.section === 'recusals';
    });
    if (unknown) throw badRequest('project.no_place', '退回原因对应的内容不存在，请刷新后重新填写');
    await transition(tx, workflow, {
      id,
      event: 'return',
      who: [view],
      actor,
      subjectOf: () => subject,
      work: async () => {
        await tx
          .insertInto('project_return')
          .values({
            project_id: id,
            round,
            reason,
            reasons: JSON.stringify(reasons),
            returned_by: actor.userId,
            returned_at: actor.at,
          })
          .execute();
      },
      set: editedBy(actor, stored),
      note: reason,
      detail: { round, reason, places: reasons.map(({ path }) => path) },
    });
  });
