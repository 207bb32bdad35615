import type { z } from 'zod';
import type { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { releaseDenial } from '@zhiping/shared/rules/blind-copy/states.ts';
import { audit } from '../../platform/audit/audit.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { oneByOne } from '../../platform/edits/one-by-one.ts';
import { AppError, badRequest, forbidden } from '../../platform/errors.ts';
import {
  findBlindCopies,
  findInReview,
  findingsOf,
  lockBlindCopy,
  requireCycle,
} from './blind-copy.queries.ts';
import { coverCycle } from './cover-copies.ts';
import { recount } from './make-copy.ts';

type Release = { id: number; waiver?: string | undefined; version?: number | undefined };

/** Releases a copy for blind readers: clean and trusted, or with a reason by which a person answers for the rest. */
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

/** How a report calls them. */
const namesOf = (copies: readonly { id: number; projectNo: string | null; fileName: string }[]) =>
  new Map(copies.map(({ id, projectNo, fileName }) => [id, `${projectNo ?? ''} ${fileName}`.trim()]));

type Report = z.input<typeof blindCopyApi.releaseMany.result>;

/**
 * Releases the clean and trusted ones of these copies, or of all covered ones; reports why the others were left out.
 */
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
  return oneByOne(ids ?? content.map(({ id }) => id), namesOf(content), (id) =>
    releaseCopy(db, actor, { id }),
  );
};

/** Take a released copy back, in a transaction of its own or of more. */
const takeBack = async (tx: Tx, actor: Principal, id: number, detail: Record<string, unknown> = {}) => {
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
    detail: { material: id, ...detail },
  });
};

/** Withdraws a released copy: no reader gets it until it is released again. */
export const withdrawCopy = (db: Db, actor: Principal, id: number): Promise<void> =>
  inTransaction(db, (tx) => takeBack(tx, actor, id));

type Recheck = { cycleId: number; ids?: readonly number[] | undefined; withOpen?: boolean | undefined };

/**
 * Take back released copies that an earlier version of the pipeline made, and have them made anew; they are released again like any. What experts
 * are reviewing stays with them, unless the office asks for these too.
 */
export const recheckCopies = async (
  db: Db,
  actor: Principal,
  { cycleId, ids, withOpen = false }: Recheck,
): Promise<Report> => {
  if (!holds(actor, ['blind:edit'])) throw forbidden();
  await requireCycle(db, actor, cycleId);
  const { content } = await findBlindCopies(db, actor, {
    cycleId,
    page: 0,
    size: 10_000,
    ...(ids === undefined && { isOld: true, state: 'released' as const }),
  });
  const old = new Set(
    content.filter(({ isOld, state }) => isOld && state === 'released').map(({ id }) => id),
  );
  const waiting = new Set(
    content.filter(({ isOld, state }) => isOld && state !== 'released').map(({ id }) => id),
  );
  // A run over all spares copies that experts are reading; of selected ones each is reported.
  const spared = ids || withOpen ? new Set<number>() : await findInReview(db, [...old]);
  const asked = ids ?? [...old].filter((id) => !spared.has(id));
  const done = await oneByOne(asked, namesOf(content), (id) =>
    inTransaction(db, async (tx) => {
      if (waiting.has(id)) throw badRequest('blind.not_released', '还没有放行，点「制作副本」即可重新制作');
      if (!old.has(id)) throw badRequest('blind.not_old', '不是旧版本生成的已放行副本，不需要重新检查');
      if (!withOpen && (await findInReview(tx, [id])).has(id))
        throw badRequest('blind.in_review', '专家正在评审，没有撤回；确需重新检查时请勾选「连同正在评审的」');
      await takeBack(tx, actor, id, { reason: 'old version', withOpen });
    }),
  );
  if (done.succeeded > 0) await runIfIdle(db, actor, cycleId);
  return done;
};

/** Where a run is under way, the next one makes them: none of an earlier version is released. */
const runIfIdle = async (db: Db, actor: Principal, cycleId: number) => {
  try {
    await coverCycle({ db }, actor, { cycleId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
};
