import type { z } from 'zod';
import { EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { articleApi } from '@zhiping/shared/contracts/article.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, explainBroken, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy, refuseStale } from '../../platform/edits/edit-lock.ts';
import { fieldError, notFound } from '../../platform/errors.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { linkFiles } from './link-files.ts';
import { hasWords, picturesOf, sanitizeBody } from './sanitize-body.ts';

type ArticleInput = z.output<typeof articleApi.create.body>;
type ArticleChange = z.output<typeof articleApi.update.body>;

const constraints = {
  article_role_role_id_fkey: ['roles', '所选角色不存在，请刷新后重试'],
  article_file_file_id_fkey: ['body', '有图片或附件刚被删除，请重新上传'],
} satisfies Parameters<typeof explainBroken>[0];

/** The body as it may be shown; nothing but mark-up is no body. */
export const readableBody = (html: string) => {
  const body = sanitizeBody(html);
  if (!hasWords(body)) throw fieldError('article.empty', 'body', '请输入正文');
  return body;
};

const columnsOf = ({ type, title, body, publishedAt, endsAt }: ArticleInput) => {
  if (publishedAt && endsAt && endsAt <= publishedAt)
    throw fieldError('article.window', 'endsAt', '结束时间必须晚于发布时间');
  return { type, title, body: readableBody(body), published_at: publishedAt, ends_at: endsAt };
};

const audienceOf = ({ type, roles }: ArticleInput) =>
  type === 'expertManual' ? [EXPERT_ROLE_ID] : [...new Set(roles.map((role) => role.id))];

const filesOf = (body: string, { attachments }: ArticleInput) => ({
  pictures: picturesOf(body),
  attachments: attachments?.map(({ id }) => id),
});

const findAudience = async (tx: Tx, articleId: number) => {
  const rows = await tx
    .selectFrom('article_role')
    .select('role_id')
    .where('article_id', '=', articleId)
    .execute();
  return rows.map((row) => row.role_id);
};

const writeAudience = async (tx: Tx, articleId: number, roleIds: number[]) => {
  await tx.deleteFrom('article_role').where('article_id', '=', articleId).execute();
  if (roleIds.length > 0)
    await tx
      .insertInto('article_role')
      .values(roleIds.map((roleId) => ({ article_id: articleId, role_id: roleId })))
      .execute();
};

const tracedWindow = (window: { published_at: Date | null; ends_at: Date | null }) => ({
  publishedAt: window.published_at && formatDateTime(window.published_at),
  endsAt: window.ends_at && formatDateTime(window.ends_at),
});

/** Fields of an article in the audit; each body is kept as a version. */
const traced = (article: ArticleInput) => ({
  type: article.type,
  title: article.title,
  roles: audienceOf(article),
  attachments: article.attachments?.map(({ id }) => id),
  ...tracedWindow({ published_at: article.publishedAt, ends_at: article.endsAt }),
});

export const createArticle = (db: Db, actor: Principal, article: ArticleInput) => {
  const columns = columnsOf(article);
  return explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const { id } = await tx
        .insertInto('article')
        .values({ ...columns, update_by: actor.username })
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAudience(tx, id, audienceOf(article));
      await linkFiles(tx, actor, id, filesOf(columns.body, article));
      await audit(tx, {
        actorId: actor.userId,
        action: 'article.created',
        entity: 'article',
        entityId: id,
        detail: traced(article),
      });
      return { id };
    }),
  );
};

export const updateArticle = (db: Db, actor: Principal, article: ArticleChange) => {
  const columns = columnsOf(article);
  return explainBroken(
    constraints,
    inTransaction(db, async (tx) => {
      const stored = await tx
        .selectFrom('article')
        .select(['type', 'title', 'published_at', 'ends_at', 'version', 'update_by', 'update_time'])
        .where('id', '=', article.id)
        .forUpdate()
        .executeTakeFirst();
      if (!stored) throw notFound('公告');
      await refuseStale(tx, stored, article.version);
      await tx
        .updateTable('article')
        .set({ ...columns, ...editedBy(actor, stored) })
        .where('id', '=', article.id)
        .execute();
      const roles = await findAudience(tx, article.id);
      await writeAudience(tx, article.id, audienceOf(article));
      await linkFiles(tx, actor, article.id, filesOf(columns.body, article));
      await audit(tx, {
        actorId: actor.userId,
        action: 'article.changed',
        entity: 'article',
        entityId: article.id,
        detail: { ...traced(article), version: stored.version + 1 },
        stored: { type: stored.type, title: stored.title, roles, ...tracedWindow(stored) },
      });
    }),
  );
};

export const deleteArticles = (db: Db, actor: Principal, ids: number[]) =>
  inTransaction(db, async (tx) => {
    const gone = await tx.deleteFrom('article').where('id', 'in', ids).returning(['id', 'title']).execute();
    for (const { id, title } of gone)
      await audit(tx, {
        actorId: actor.userId,
        action: 'article.deleted',
        entity: 'article',
        entityId: id,
        detail: { title },
      });
  });
