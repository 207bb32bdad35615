import type { z } from 'zod';
import type { projectApi } from '@zhiping/shared/contracts/project.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { placeOf } from '@zhiping/shared/rules/project-form/places.ts';
import { settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { supplementOnce } from '@zhiping/shared/rules/review-rule/supplement-once.ts';
import { addWorkingDays, endOfDay } from '@zhiping/shared/rules/holiday/working-days.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Deps } from '../../deps.ts';
import { dayOf } from '../../platform/clock.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { badRequest } from '../../platform/errors.ts';
import type { Writing } from '../../platform/outbox/write-to.ts';
import { lapseFor } from '../confirmation/lapse.ts';
import { requireStaffSignature } from '../commitment/staff-commitment.ts';
import { findCalendar } from '../holiday/holiday.queries.ts';
import { lockChecked } from './lock-checked.ts';
import type { ProjectCycle } from './project-cycle.queries.ts';
import { takeStep } from './take-step.ts';
import { findSnapshot } from './snapshot.queries.ts';
import { writeToApplicant } from './write-to-applicant.ts';

type Return = z.output<typeof projectApi.return.body> & { id: number; kind: 'return' | 'supplement' };

/** Deadline for supplements: as many working days as the rule of the cycle sets (一次性补正). */
const supplementEnd = async (tx: Tx, { rules }: ProjectCycle, at: Date): Promise<Date> => {
  const { values = {} } = settingOf(rules, supplementOnce) ?? {};
  const { days } = supplementOnce.schema.parse(values);
  const today = dayOf(at);
  return endOfDay(addWorkingDays(today, days, await findCalendar(tx, today)));
};

/**
 * Returns a project to its applicant with the parts to change: by the step that checks it, or by the office for
 * supplements.
 */
export const returnProject = (
  deps: Writing & Pick<Deps, 'db'>,
  actor: Principal,
  { id, version, reason, reasons, kind }: Return,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { stored, who, cycle, subject } = await lockChecked(tx, actor, { id, version });
    const dueAt = kind === 'supplement' ? await supplementEnd(tx, cycle, actor.at) : null;
    const { round, content } = await findSnapshot(tx, id);
    const places = { form: ProjectForm.parse(content.form), materials: content.files };
    // Schools do not see requests for avoidance, so they cannot comment on them.
    const unknown = reasons.find(({ path }) => {
      const place = placeOf(path, places);
      return place === null || place.section === 'recusals';
    });
    if (unknown) throw badRequest('project.no_place', '退回原因对应的内容不存在，请刷新后重新填写');
    await takeStep(tx, {
      id,
      event: kind,
      who: [who],
      actor,
      subjectOf: () => subject,
      work: async () => {
        if (kind === 'supplement') await requireStaffSignature(tx, actor, cycle.id);
        await tx
          .insertInto('project_return')
          .values({
            project_id: id,
            round,
            kind,
            due_at: dueAt,
            reason,
            reasons: JSON.stringify(reasons),
            returned_by: actor.userId,
            returned_at: actor.at,
          })
          .execute();
      },
      set: { ...editedBy(actor, stored), ...(kind === 'return' && { applicant_name: null }) },
      note: reason,
      detail: {
        round,
        reason,
        ...(dueAt && { dueAt: formatDateTime(dueAt) }),
        places: reasons.map(({ path }) => path),
      },
    });
    for (const act of ['acceptProject', 'recommendException'] as const)
      await lapseFor(tx, { act, objectIds: [id], at: actor.at });
    const until = dueAt ?? (who === 'body' ? cycle.bodyClosesAt : subject.reportEnd);
    if (until)
      await writeToApplicant(tx, deps, stored, {
        event: kind,
        params: { until: formatDateTime(until) },
        at: actor.at,
      });
  });
