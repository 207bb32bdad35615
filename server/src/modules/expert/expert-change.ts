import type { z } from 'zod';
import type { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { type PartKey, profileParts } from '@zhiping/shared/contracts/expert.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/database/edit-lock.ts';
import { badRequest, conflict, notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Messages } from '../account/tell-contact-change.ts';
import { formOf, requireApplicable } from './expert-change.queries.ts';
import { refuseBarred, visibleExperts } from './expert.policy.ts';
import { followContact } from './follow-contact.ts';
import { explainExpert } from './insert-experts.ts';
import { applyProfile, type Change, differenceOf, findStored, type Profile } from './profile-store.ts';

const partKeys = Object.keys(profileParts) as PartKey[];

const ofPart = (form: Change, part: PartKey): Change =>
  Object.fromEntries(
    profileParts[part].fields.filter((field) => field in form).map((field) => [field, form[field]]),
  );

/** Compared as the database gives them back: it does not keep the order of the names in an object. */
const sameForm = (a: Change, b: Change) => JSON.stringify(formOf(a)) === JSON.stringify(formOf(b));

/**
 * What a confirmed expert wants to change waits for the office, each part by itself. A new wish takes the place of the
 * one that waits, wishing for what is stored takes it back, and a part whose wish is the same keeps its place in line.
 */
export const requestChange = async (tx: Tx, expertId: number, userId: number, wanted: Profile) => {
  const difference = differenceOf(await findStored(tx, expertId), wanted);
  const waiting = await tx
    .selectFrom('expert_change')
    .select(['id', 'part', 'form'])
    .where('expert_id', '=', expertId)
    .where('status', '=', 'waiting')
    .execute();
  for (const part of partKeys) {
    const form = ofPart(difference, part);
    const before = waiting.find((one) => one.part === part);
    if (before && sameForm(formOf(before.form), form)) continue;
    if (before) await tx.deleteFrom('expert_change').where('id', '=', before.id).execute();
    if (Object.keys(form).length > 0) await addWish(tx, { expertId, userId, part, form });
  }
};

type Wish = { expertId: number; userId: number; part: PartKey; form: Change };

const addWish = async (tx: Tx, { expertId, userId, part, form }: Wish) => {
  const { id } = await tx
    .insertInto('expert_change')
    .values({ expert_id: expertId, part, form: JSON.stringify(form), status: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(tx, {
    actorId: userId,
    action: 'expert.change_requested',
    entity: 'expert',
    entityId: expertId,
    detail: { changeId: id, part, fields: Object.keys(form) },
  });
};

/** Take back the own wish before the office has decided. */
export const withdrawWish = async (tx: Tx, expertId: number, userId: number, changeId: number) => {
  const wish = await tx
    .selectFrom('expert_change')
    .select(['part', 'status'])
    .where('id', '=', changeId)
    .where('expert_id', '=', expertId)
    .executeTakeFirst();
  if (!wish) throw notFound('资料变更');
  if (wish.status !== 'waiting') throw badRequest('expert.change_decided', '这项变更已审核，不能撤回');
  await tx.deleteFrom('expert_change').where('id', '=', changeId).execute();
  await audit(tx, {
    actorId: userId,
    action: 'expert.change_withdrawn',
    entity: 'expert',
    entityId: expertId,
    detail: { changeId, part: wish.part },
  });
};

const lockWish = async (tx: Tx, expertId: number, changeId: number) => {
  const wishes = await tx
    .selectFrom('expert_change')
    .select(['id', 'part', 'form', 'status'])
    .where('expert_id', '=', expertId)
    .where((where) => where.or([where('status', '=', 'waiting'), where('id', '=', changeId)]))
    .forUpdate()
    .execute();
  const wish = wishes.find(({ id }) => id === changeId);
  if (wish?.status === 'waiting') return wish;
  if (!wish && wishes.length > 0) throw conflict('edit.conflict', '专家又提交了新的变更，请核对后重新审核');
  throw badRequest('expert.no_change', '没有待审核的变更，可能已被审核或撤回');
};

type Decision = z.output<typeof expertPoolApi.decideChange.body>;

/** Approve the change of one part, which stores it, or return it with a reason. */
export const decideChange = async (
  deps: Pick<Deps, 'db'> & Messages,
  actor: Principal,
  expertId: number,
  { changeId, approved, reason }: Decision,
) => {
  refuseBarred(actor);
  const deciding = inTransaction(deps.db, async (tx) => {
    const expert = await tx
      .selectFrom('expert')
      .select(['id', 'version'])
      .where('id', '=', expertId)
      .where(visibleExperts(actor))
      .forUpdate()
      .executeTakeFirst();
    if (!expert) throw notFound('专家');
    const wish = await lockWish(tx, expertId, changeId);
    const form = formOf(wish.form);
    if (approved) {
      await requireApplicable(tx, expertId, form);
      await applyProfile(tx, expertId, form);
      await followContact(tx, deps, expertId, form);
      await tx
        .updateTable('expert')
        .set(editedBy(actor.username, expert))
        .where('id', '=', expertId)
        .execute();
    }
    await tx
      .updateTable('expert_change')
      .set({
        status: approved ? 'approved' : 'returned',
        decided_at: new Date(),
        decided_by: actor.view.user.nickName,
        reason,
      })
      .where('id', '=', changeId)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: approved ? 'expert.change_approved' : 'expert.change_returned',
      entity: 'expert',
      entityId: expertId,
      detail: { changeId, part: wish.part, fields: Object.keys(form), reason },
    });
  });
  // Somebody else may take the phone at the same moment.
  await explainExpert(deciding);
};
