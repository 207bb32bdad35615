import type { z } from 'zod';
import type { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { releaseDenial } from '@zhiping/shared/rules/blind-copy/states.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { oneByOne } from '../../platform/edits/one-by-one.ts';
import { badRequest } from '../../platform/errors.ts';
import { findBlindCopies, findingsOf, lockBlindCopy, requireCycle } from './blind-copy.queries.ts';
import { recount } from './make-copy.ts';

type Release = { id: number; waiver?: string | undefined; version?: number | undefined };

/** Let blind readers have a copy: clean and trusted, or somebody answers for the rest with a reason. */
export const releaseCopy = (db: Db, actor: Principal, { id, waiver, version }: Release): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { copy, projectId } = await lockBlindCopy(tx, actor, id);
    if (!copy) throw badRequest('blind.unchecked', '还没有制作副本');
    await refuseStale(tx, copy, version);
    const findings = findingsOf(copy);
    const denial = releaseDenial(findings, waiver !== undefined);
    if (denial) throw badRequest(denial.code, denial.message);
    const isWaived = releaseDenial(findings, false) !== null;
    await tx
      .updateTable('blind_copy')
      .set({
        ...editedBy(actor, copy),
        state: 'released',
        released_by: actor.userId,
        released_at: actor.at,
        waiver: isWaived ? (waiver ?? null) : null,
      })
      .where('material_id', '=', id)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'blind.released',
      entity: 'project',
      entityId: projectId,
      detail: {
        material: id,
        sha256: copy.result_sha256,
        ...(isWaived && { waiver, open: copy.open_marks, doubted: copy.doubted_pages }),
      },
    });
  });

type Report = z.input<typeof blindCopyApi.releaseMany.result>;

/** Release the clean and trusted of these copies, or of all that are covered; tell why each of the others was not. */
export const releaseCopies = async (
  db: Db,
  actor: Principal,
  { cycleId, ids }: { cycleId: number; ids?: readonly number[] | undefined },
): Promise<Report> => {
  await requireCycle(db, actor, cycleId);
  const { content } = await findBlindCopies(db, actor, {
    cycleId,
    page: 0,
    size: 10_000,
    ...(ids === undefined && { state: 'covered' as const }),
  });
  const names = new Map(
    content.map(({ id, projectNo, fileName }) => [id, `${projectNo ?? ''} ${fileName}`.trim()]),
  );
  return oneByOne(ids ?? content.map(({ id }) => id), names, (id) => releaseCopy(db, actor, { id }));
};

/** Take a released copy back: nobody gets it until it is released again. */
export const withdrawCopy = (db: Db, actor: Principal, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { copy, projectId } = await lockBlindCopy(tx, actor, id);
    if (copy?.state !== 'released') throw badRequest('blind.not_released', '还没有放行');
    await tx
      .updateTable('blind_copy')
      .set({
        ...editedBy(actor, copy),
        state: 'needsWork',
        released_by: null,
        released_at: null,
        waiver: null,
      })
      .where('material_id', '=', id)
      .execute();
    await recount(tx, id);
    await audit(tx, {
      actorId: actor.userId,
      action: 'blind.withdrawn',
      entity: 'project',
      entityId: projectId,
      detail: { material: id },
    });
  });
