import type { Place } from '@zhiping/shared/rules/blind-copy/places.ts';
import { editDenial } from '@zhiping/shared/rules/blind-copy/states.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { findingsOf, lockBlindCopy } from './blind-copy.queries.ts';
import { isDoubted, recount } from './make-copy.ts';

const MARK_NOUN = '标记';
const MAX_DRAWN = 500;

/** A copy whose marks may be changed, locked. */
const lockEdited = async (tx: Tx, actor: Principal, id: number, version?: number) => {
  const { copy, projectId } = await lockBlindCopy(tx, actor, id);
  if (!copy) throw badRequest('blind.unchecked', '还没有制作副本');
  await refuseStale(tx, copy, version);
  const denial = editDenial(findingsOf(copy));
  if (denial) throw badRequest(denial.code, denial.message);
  return { copy, projectId };
};

type Locked = Awaited<ReturnType<typeof lockEdited>>;

/** Common end of all edits: a copy is outdated once something else is to be covered. */
const finishEdit = async (
  tx: Tx,
  actor: Principal,
  { copy, projectId }: Locked,
  { action, detail, changes }: { action: string; detail: Record<string, unknown>; changes: boolean },
) => {
  await tx
    .updateTable('blind_copy')
    .set({ ...editedBy(actor, copy), ...(changes && { edits: copy.edits + 1 }) })
    .where('material_id', '=', copy.material_id)
    .execute();
  await recount(tx, copy.material_id, changes ? { is_changed: true } : {});
  await audit(tx, {
    actorId: actor.userId,
    action,
    entity: 'project',
    entityId: projectId,
    detail: { material: copy.material_id, ...detail },
  });
};

type Decision = {
  id: number;
  markIds: readonly number[];
  isCovered: boolean;
  reason?: string | undefined;
  version?: number | undefined;
};

/** Have finds covered, or left as they are with a reason. */
export const decideMarks = (
  db: Db,
  actor: Principal,
  { id, markIds, isCovered, reason, version }: Decision,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockEdited(tx, actor, id, version);
    const marks = await tx
      .selectFrom('blind_mark')
      .select(['id', 'state', 'kind', 'source'])
      .where('material_id', '=', id)
      .where('id', 'in', [...markIds])
      .execute();
    if (marks.length !== new Set(markIds).size) throw notFound(MARK_NOUN);
    // A find that is only pointed out needs no reason to stay uncovered.
    if (!isCovered && !reason && marks.some(({ state }) => state === 'covered'))
      throw fieldError('blind.reason', 'reason', '请填写不遮盖的理由');
    await tx
      .updateTable('blind_mark')
      .set({
        state: isCovered ? 'covered' : 'ignored',
        reason: reason ?? null,
        decided_by: actor.username,
        decided_at: actor.at,
      })
      .where('material_id', '=', id)
      .where('id', 'in', [...markIds])
      .execute();
    await finishEdit(tx, actor, locked, {
      action: 'blind.mark_decided',
      detail: { marks: [...markIds], isCovered, reason: reason ?? null },
      changes: marks.some(({ state }) => (state === 'covered') !== isCovered),
    });
  });

const MIN_SIDE = 1;

/** Draw a rectangle that is to be covered. */
export const addMark = (
  db: Db,
  actor: Principal,
  { id, place, reason }: { id: number; place: Place; reason?: string | undefined },
): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const locked = await lockEdited(tx, actor, id);
    const page = await tx
      .selectFrom('blind_page')
      .select(['width', 'height'])
      .where('material_id', '=', id)
      .where('page', '=', place.page)
      .executeTakeFirst();
    if (!page) throw notFound('页面');
    if (place.width < MIN_SIDE || place.height < MIN_SIDE)
      throw fieldError('blind.place', 'place', '区域太小，请重新框选');
    const { count } = await tx
      .selectFrom('blind_mark')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('material_id', '=', id)
      .where('source', '=', 'person')
      .executeTakeFirstOrThrow();
    if (count >= MAX_DRAWN) throw badRequest('blind.too_many', `每个副本最多 ${MAX_DRAWN} 个人工标记`);
    const mark = await tx
      .insertInto('blind_mark')
      .values({
        material_id: id,
        page: place.page,
        kind: 'other',
        words: '',
        places: JSON.stringify([place]),
        source: 'person',
        state: 'covered',
        reason: reason ?? null,
        decided_by: actor.username,
        decided_at: actor.at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await finishEdit(tx, actor, locked, {
      action: 'blind.mark_added',
      detail: { mark: mark.id, page: place.page },
      changes: true,
    });
    return mark;
  });

/** Take back rectangles that people drew. */
export const removeMarks = (
  db: Db,
  actor: Principal,
  { id, markIds }: { id: number; markIds: readonly number[] },
) =>
  inTransaction(db, async (tx) => {
    const locked = await lockEdited(tx, actor, id);
    const removed = await tx
      .deleteFrom('blind_mark')
      .where('material_id', '=', id)
      .where('source', '=', 'person')
      .where('id', 'in', [...markIds])
      .returning('id')
      .execute();
    if (removed.length !== new Set(markIds).size) throw notFound(MARK_NOUN);
    await finishEdit(tx, actor, locked, {
      action: 'blind.mark_removed',
      detail: { marks: [...markIds] },
      changes: true,
    });
  });

/** Marks pages with untrusted text as checked by a person, or unmarks them. */
export const checkPages = (
  db: Db,
  actor: Principal,
  { id, pages, isChecked }: { id: number; pages: readonly number[]; isChecked: boolean },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const locked = await lockEdited(tx, actor, id);
    const checked = await tx
      .updateTable('blind_page')
      .set(
        isChecked
          ? { checked_by: actor.username, checked_at: actor.at }
          : { checked_by: null, checked_at: null },
      )
      .where('material_id', '=', id)
      .where('page', 'in', [...pages])
      .where(isDoubted)
      .returning('page')
      .execute();
    if (checked.length !== new Set(pages).size) throw notFound('待核对的页面');
    await finishEdit(tx, actor, locked, {
      action: 'blind.pages_checked',
      detail: { pages: [...pages], isChecked },
      changes: false,
    });
  });
