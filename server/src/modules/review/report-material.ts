import type { z } from 'zod';
import { type reviewApi, materialProblems } from '@zhiping/shared/contracts/review.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { tellOffice } from '../assignment/tell-office.ts';
import { findReadable } from './find-readable.ts';

type Report = z.output<typeof reviewApi.report.body> & { id: number; materialId: number };

const ACTION = 'review.material_reported';

/** So often is the office told of one task; a person does not come so far. */
const MAX_REPORTS = 20;

/**
 * An expert cannot read a file: the office is told which, and never by whom. The same is told once; that he says so stands in the audit
 * chain.
 */
export const reportMaterial = (
  db: Db,
  reader: Principal,
  { id, materialId: shownAs, problem, note }: Report,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { materialId, blind, bagNo, name, cycleId, projectId } = await findReadable(tx, reader, {
      id,
      materialId: shownAs,
    });
    // The row is locked, so that the same is not told twice at once.
    await tx.selectFrom('assignment').select('id').where('id', '=', id).forUpdate().execute();
    const earlier = await tx
      .selectFrom('audit_event')
      .select('detail')
      .where('entity', '=', 'assignment')
      .where('entity_id', '=', String(id))
      .where('action', '=', ACTION)
      .execute();
    const detail = { material: materialId, problem, note };
    const isSame = (one: Record<string, unknown>) =>
      one['material'] === materialId && one['problem'] === problem && one['note'] === note;
    if (earlier.some((event) => isSame(event.detail as Record<string, unknown>)))
      throw badRequest('review.reported', '这个问题已经报告过，评审办会处理');
    if (earlier.length >= MAX_REPORTS)
      throw badRequest('review.reports', '这份材料的报告次数过多，请直接联系评审办');
    await audit(tx, { actorId: reader.userId, action: ACTION, entity: 'assignment', entityId: id, detail });
    const link = blind
      ? `/review/blind?cycleId=${cycleId}&id=${materialId}`
      : `/review/assignment?cycleId=${cycleId}&id=${projectId}`;
    await tellOffice(tx, projectId, {
      kind: 'warning',
      text: `材料有问题：${bagNo} ${name}，${[materialProblems[problem], note].filter(Boolean).join('：')}`,
      link,
    });
  });
