import type { savedViewApi } from '@zhiping/shared/contracts/saved-view.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { followQuery } from '../succession/follow-query.ts';
import { findSuccession, lastEdition } from '../succession/succession.ts';

type ViewInput = z.output<typeof savedViewApi.save.body>;

const MAX_PER_PAGE = 30;

/** Whether the page is a tree of units, whatever address the menu gives it. */
const isUnitTree = sql<boolean>`exists (select from menu where component_name in ('School', 'Dept')
  and right(page, length(path) + 1) = '/' || path)`;

export const findViews = async (db: Db, { userId }: Principal, page: string) => {
  const views = await db
    .selectFrom('saved_view')
    .select(['id', 'name', 'query', 'subject_edition as edition', isUnitTree.as('isUnitTree')])
    .where('user_id', '=', userId)
    .where('page', '=', page)
    .orderBy('id')
    .execute();
  if (views.length === 0) return [];
  const succession = await findSuccession(
    db,
    views.map(({ edition }) => edition),
  );
  return views.map(({ id, name, ...stored }) => ({ id, name, query: followQuery(succession, stored) }));
};

const requireRoom = async (tx: Tx, userId: number, { page, name }: ViewInput) => {
  // The owner's row is locked, so that two saves at once cannot both find room for the last one.
  await tx.selectFrom('sys_user').select('id').where('id', '=', userId).forUpdate().execute();
  const { count } = await tx
    .selectFrom('saved_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('page', '=', page)
    .where('name', '!=', name)
    .executeTakeFirstOrThrow();
  if (count >= MAX_PER_PAGE)
    throw badRequest('view.too_many', `每个列表最多保存 ${MAX_PER_PAGE} 个视图，请先删除不用的视图`);
};

export const saveView = (db: Db, { userId }: Principal, view: ViewInput) =>
  inTransaction(db, async (tx) => {
    await requireRoom(tx, userId, view);
    const { id } = await tx
      .insertInto('saved_view')
      .values({ user_id: userId, ...view, subject_edition: lastEdition })
      .onConflict((conflict) =>
        conflict
          .constraint('saved_view_name_key')
          .doUpdateSet({ query: view.query, subject_edition: lastEdition }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    // Without the filters: people search for names and telephone numbers.
    const detail = { page: view.page, name: view.name };
    await audit(tx, { actorId: userId, action: 'view.saved', entity: 'saved_view', entityId: id, detail });
    return { id };
  });

export const renameView = (db: Db, { userId }: Principal, { id, name }: { id: number; name: string }) =>
  inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('saved_view')
      .select(['page', 'name'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!stored) throw notFound('视图');
    if (stored.name === name) return;
    await explainBroken(
      { saved_view_name_key: ['name', '这个列表已有同名视图'] },
      tx.updateTable('saved_view').set({ name }).where('id', '=', id).execute(),
    );
    await audit(tx, {
      actorId: userId,
      action: 'view.renamed',
      entity: 'saved_view',
      entityId: id,
      detail: { page: stored.page, from: stored.name, to: name },
    });
  });

export const deleteView = (db: Db, { userId }: Principal, id: number) =>
  inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('saved_view')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(['page', 'name'])
      .executeTakeFirst();
    if (!gone) throw notFound('视图');
    await audit(tx, {
      actorId: userId,
      action: 'view.deleted',
      entity: 'saved_view',
      entityId: id,
      detail: gone,
    });
  });
