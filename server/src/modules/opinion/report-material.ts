import type { z } from 'zod';
import { type reviewApi, materialProblems } from '@zhiping/shared/contracts/review.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { findMapping } from '../mapping/mapping.policy.ts';
import { notifyOffice } from '../assignment/notify-office.ts';
import { findReadable } from './find-readable.ts';

type Report = z.output<typeof reviewApi.report.body> & { id: number; materialId: number };

/** Maximum number of reports per assignment; only reachable by scripts. */
const MAX_REPORTS = 20;

/**
 * Reports a material that an expert cannot read to the office, without the expert's name. The report waits until it is
 * answered; until then a repetition is ignored.
 */
export const reportMaterial = (
  db: Db,
  reader: Principal,
  { id, materialId: shownAs, problem, note }: Report,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { materialId, bagNo, name, cycleId, projectId } = await findReadable(tx, reader, {
      id,
      materialId: shownAs,
    });
    // Locks the row, so that simultaneous reports are stored once.
    await tx.selectFrom('assignment').select('id').where('id', '=', id).forUpdate().execute();
    const earlier = await tx
      .selectFrom('material_report')
      .select(['material_id', 'problem', 'note', 'answered_at'])
      .where('assignment_id', '=', id)
      .execute();
    const isSame = (one: (typeof earlier)[number]) =>
      one.material_id === materialId && one.problem === problem && one.note === note;
    if (earlier.some((one) => one.answered_at === null && isSame(one)))
      throw badRequest('review.reported', '这个问题已经报告过，评审办会处理');
    if (earlier.length >= MAX_REPORTS)
      throw badRequest('review.reports', '这份材料的报告次数过多，请直接联系评审办');
    await tx
      .insertInto('material_report')
      .values({
        assignment_id: id,
        project_id: projectId,
        material_id: materialId,
        shown_as: shownAs,
        shown_name: name,
        problem,
        note,
        create_time: reader.at,
      })
      .execute();
    await audit(tx, {
      actorId: reader.userId,
      action: 'review.material_reported',
      entity: 'assignment',
      entityId: id,
      detail: { material: materialId, problem, note },
    });
    const list = `/review/assignment?cycleId=${cycleId}`;
    const { isCovered } = await findMapping(tx, reader, cycleId);
    await notifyOffice(tx, projectId, {
      kind: 'warning',
      // Beside the log, which names who reported at that minute, the project would name its expert.
      ...(isCovered
        ? { text: '有专家报告送审材料有问题，请处理。', link: `${list}&mark=reported` }
        : {
            text: `材料有问题：${bagNo} ${name}，${[materialProblems[problem], note].filter(Boolean).join('：')}`,
            link: `${list}&id=${projectId}`,
          }),
    });
  });
