import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { fieldError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { isReadableBy } from '../access/file-access.ts';

type Linked = { pictures: string[]; attachments: number[] | undefined };

/**
 * Stores which files an article shows and offers now. Editors can only link files that they may read themselves, or
 * that the article had before. Pictures used only by older versions stay for its editors.
 */
export const linkFiles = async (tx: Tx, actor: Principal, articleId: number, files: Linked) => {
  await linkPictures(tx, actor, articleId, files.pictures);
  if (files.attachments) await linkAttachments(tx, actor, articleId, [...new Set(files.attachments)]);
};

/** Files that the actor may pass on to readers of this article. */
const available = (tx: Tx, actor: Principal, articleId: number) =>
  tx
    .selectFrom('stored_file')
    .select(['id', 'real_name'])
    .where('whole', '=', true)
    .where((file) =>
      file.or([
        isReadableBy(actor),
        sql<boolean>`exists (select from article_file where file_id = stored_file.id and article_id = ${articleId})`,
      ]),
    );

const linkPictures = async (tx: Tx, actor: Principal, articleId: number, names: string[]) => {
  const found =
    names.length === 0 ? [] : await available(tx, actor, articleId).where('real_name', 'in', names).execute();
  if (found.length < names.length)
    throw fieldError('article.picture_gone', 'body', '正文中有图片已不存在，请删除后重新插入');
  await tx
    .updateTable('article_file')
    .set({ usage: 'former' })
    .where('article_id', '=', articleId)
    .where('usage', '=', 'picture')
    .execute();
  for (const { id } of found) {
    await tx
      .deleteFrom('article_file')
      .where('article_id', '=', articleId)
      .where('file_id', '=', id)
      .where('usage', '=', 'former')
      .execute();
    await tx
      .insertInto('article_file')
      .values({ article_id: articleId, file_id: id, usage: 'picture' })
      .execute();
  }
};

const linkAttachments = async (tx: Tx, actor: Principal, articleId: number, ids: number[]) => {
  const found =
    ids.length === 0 ? [] : await available(tx, actor, articleId).where('id', 'in', ids).execute();
  if (found.length < ids.length)
    throw fieldError('article.attachment_gone', 'attachments', '有附件已不存在，请删除后重新上传');
  await tx
    .deleteFrom('article_file')
    .where('article_id', '=', articleId)
    .where('usage', '=', 'attachment')
    .execute();
  if (ids.length > 0)
    await tx
      .insertInto('article_file')
      .values(
        ids.map((id, rank) => ({ article_id: articleId, file_id: id, usage: 'attachment' as const, rank })),
      )
      .execute();
};
