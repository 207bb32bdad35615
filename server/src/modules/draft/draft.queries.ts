import type { DraftKind } from '@zhiping/shared/contracts/draft.ts';
import { type Db, type Tx } from '../../platform/database/db.ts';
import { badRequest } from '../../platform/errors.ts';
import { followDraft } from './follow-draft.ts';
import { lastEdition } from '../succession/succession.ts';

/** The owner, the kind of form, and the record that it is about. */
type DraftKey = { userId: number; kind: DraftKind; ref: number };

/** Far more than a user has open forms; limits the storage that one user can take. */
const MAX_DRAFTS = 200;

export const findDraft = async (db: Db, { userId, kind, ref }: DraftKey) => {
  const row = await db
    .selectFrom('draft')
    .select(['base_version as baseVersion', 'form', 'subject_edition as edition', 'saved_at as savedAt'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .executeTakeFirst();
  if (!row) return null;
  const { edition, form, ...draft } = row;
  return { ...draft, form: await followDraft(db, kind, { form, edition }) };
};

/** Saves a form as it is now. A draft for another kind or record is refused if the user has too many. */
export const saveDraft = async (
  db: Db,
  { userId, kind, ref }: DraftKey,
  draft: { baseVersion: number; form: Record<string, unknown> },
  savedAt: Date,
) => {
  const values = {
    base_version: draft.baseVersion,
    form: JSON.stringify(draft.form),
    subject_edition: lastEdition,
    saved_at: savedAt,
  };
  const updated = await db
    .updateTable('draft')
    .set(values)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .returning('saved_at as savedAt')
    .executeTakeFirst();
  if (updated) return updated;
  const { count } = await db
    .selectFrom('draft')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_DRAFTS) throw badRequest('draft.too_many', '未完成的草稿过多，请先提交或删除一些');
  return db
    .insertInto('draft')
    .values({ user_id: userId, kind, ref, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'ref']).doUpdateSet(values))
    .returning('saved_at as savedAt')
    .executeTakeFirstOrThrow();
};

/** For the transaction that stores the submitted form. */
export const deleteDraft = (tx: Tx, { userId, kind, ref }: DraftKey) =>
  tx
    .deleteFrom('draft')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .execute();
