import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { isOpen } from '@zhiping/shared/rules/assignment/states.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { isAssigned } from '../assignment/assignment.policy.ts';

type Answer = z.output<typeof assignmentApi.answerReport.body> & { id: number };

/**
 * Answers an expert's report of a material. The expert also sees it beside the material; experts who gave the
 * assignment back get no message.
 */
export const answerReport = (db: Db, actor: Principal, { id, answer }: Answer): Promise<void> =>
  inTransaction(db, async (tx) => {
    const report = await tx
      .selectFrom('material_report')
      .innerJoin('project', 'project.id', 'material_report.project_id')
      .innerJoin('assignment', 'assignment.id', 'assignment_id')
      .innerJoin('expert', 'expert.id', 'expert_id')
      .select([
        'assignment_id',
        'shown_as',
        'shown_name',
        'answered_at',
        'bag_no',
        'user_id',
        'assignment.state',
      ])
      .where('material_report.id', '=', id)
      .where(isAssigned(actor))
      .forUpdate('material_report')
      .executeTakeFirst();
    if (!report) throw notFound('报告的问题');
    if (report.answered_at !== null) throw conflict('review.answered', '这个问题已经答复过，请刷新');
    await tx
      .updateTable('material_report')
      .set({ answer, answered_by: actor.userId, answered_at: actor.at })
      .where('id', '=', id)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'review.report_answered',
      entity: 'assignment',
      entityId: report.assignment_id,
      detail: { report: id, answer },
    });
    if (report.user_id === null || !isOpen(report.state)) return;
    await notifyUser(tx, report.user_id, {
      kind: 'info',
      text: `评审办答复：${report.bag_no} ${report.shown_name}，${answer}`,
      link: `/desk/task?task=${report.assignment_id}&file=${report.shown_as}`,
    });
  });
