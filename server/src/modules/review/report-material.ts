import type { z } from 'zod';
import { type reviewApi, materialProblems } from '@zhiping/shared/contracts/review.ts';
import { SUPER_ADMIN_ROLE_ID } from '@zhiping/shared/constants.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { tellUsers } from '../../platform/live/messages.ts';
import { findReadable } from './find-readable.ts';

type Report = z.output<typeof reviewApi.report.body> & { id: number; materialId: number };

const ACTION = 'review.material_reported';

/** Whoever runs the review, but not whose file it is. */
const findOffice = (tx: Tx, projectId: number) =>
  tx
    .selectFrom('sys_user')
    .innerJoin('user_role', 'user_id', 'sys_user.id')
    .leftJoin('role_menu', 'role_menu.role_id', 'user_role.role_id')
    .leftJoin('menu', 'menu.id', 'role_menu.menu_id')
    .select('sys_user.id')
    .distinct()
    .where('sys_user.enabled', '=', true)
    .where((where) =>
      where.or([
        where('menu.permission', '=', 'assignment:release'),
        where('user_role.role_id', '=', SUPER_ADMIN_ROLE_ID),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('applicant')
            .innerJoin('project', 'project.person_id', 'applicant.person_id')
            .whereRef('applicant.user_id', '=', 'sys_user.id')
            .where('project.id', '=', projectId)
            .select('project.id'),
        ),
      ),
    )
    .execute();

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
    await audit(tx, { actorId: reader.userId, action: ACTION, entity: 'assignment', entityId: id, detail });
    const office = await findOffice(tx, projectId);
    const link = blind
      ? `/review/blind?cycleId=${cycleId}`
      : `/review/assignment?cycleId=${cycleId}&id=${projectId}`;
    await tellUsers(
      tx,
      office.map((one) => ({ userId: one.id, link })),
      {
        kind: 'warning',
        text: `材料有问题：${bagNo} ${name}，${[materialProblems[problem], note].filter(Boolean).join('：')}`,
      },
    );
  });
