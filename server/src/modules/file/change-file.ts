import type { z } from 'zod';
import type { storageApi } from '@zhiping/shared/contracts/file.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { dropBlob, neededFiles } from '../../platform/files/sweep-files.ts';
import { titleFor } from '../access/file-access.ts';
import { fileSearchText } from './keep-file.ts';
import { whereGiven } from '../../platform/database/where-given.ts';

export const renameFile = (db: Db, actor: Principal, change: z.output<typeof storageApi.update.body>) =>
  inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('stored_file')
      .select(['name', 'format', 'type', 'create_by', 'version', 'update_by', 'update_time'])
      .where('id', '=', change.id)
      .where('whole', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (!stored) throw notFound('文件');
    await refuseStale(tx, stored, change.version);
    const { name } = change;
    const search_text = fileSearchText(name, stored.format, stored.type, stored.create_by);
    await tx
      .updateTable('stored_file')
      .set({ name, search_text, ...editedBy(actor, stored) })
      .where('id', '=', change.id)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: 'file.renamed',
      entity: 'file',
      entityId: change.id,
      detail: { from: stored.name, to: name },
    });
  });

/** Titles that a message names before it only counts. */
const NAMED = 3;

const refuseUsed = async (tx: Tx, actor: Principal, ids: number[]) => {
  const uses = await tx
    .selectFrom('article_file')
    .innerJoin('article', 'article.id', 'article_id')
    .innerJoin('stored_file', 'stored_file.id', 'file_id')
    .select(['article.id', 'stored_file.name', titleFor(actor).as('title')])
    .distinct()
    .where('file_id', 'in', ids)
    .orderBy('stored_file.name')
    .execute();
  if (uses.length === 0) return;
  const titles = [...new Set(uses.map(({ title }) => `《${title}》`))];
  const rest = titles.length > NAMED ? `等 ${titles.length} 篇` : '';
  throw badRequest(
    'file.in_use',
    `「${uses[0]?.name}」正被公告${titles.slice(0, NAMED).join('')}${rest}使用（含历史版本），不能删除`,
  );
};

/** A file that an article begins to use at this very moment. */
const constraints = {
  article_file_file_id_fkey: ['', '所选文件正被公告使用，不能删除'],
} satisfies Parameters<typeof explainBroken>[0];

/** Delete files that nothing needs; a content goes with its last file. */
export const deleteFiles = async (
  { db, files, background }: Pick<Deps, 'db' | 'files' | 'background'>,
  actor: Principal,
  ids: number[],
  place?: 's3',
) => {
  const gone = await explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      await refuseUsed(tx, actor, ids);
      const rows = await tx
        .deleteFrom('stored_file')
        .where('id', 'in', ids)
        .where('whole', '=', true)
        .$call(whereGiven(place, (query, given) => query.where('place', '=', given)))
        .returning(['id', 'name', 'format', 'sha256'])
        .execute();
      for (const { id, name, sha256 } of rows)
        await audit(tx, {
          actorId: actor.userId,
          action: 'file.deleted',
          entity: 'file',
          entityId: id,
          detail: { name, sha256 },
        });
      return rows;
    }),
  );
  // A failed deletion is repeated by the next clean-up.
  for (const { sha256, format } of gone) background(dropBlob(db, files, neededFiles, `${sha256}.${format}`));
};
