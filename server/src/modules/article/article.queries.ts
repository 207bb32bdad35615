import { sql } from 'kysely';
import type { Attachment } from '@zhiping/shared/contracts/article.ts';
import { fileAddress, type FileFormat } from '@zhiping/shared/rules/file/formats.ts';
import { sizeText } from '@zhiping/shared/rules/file/name.ts';
import { type Db } from '../../platform/database/db.ts';
import { type Paging, paginate } from '../../platform/lists/paginate.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { isArticleFor, isVisibleTo } from '../access/article-access.ts';
import { contains, whereGiven } from '../../platform/database/where-given.ts';

const visibleTo = (db: Db, reader: Principal) => db.selectFrom('article').where(isVisibleTo(reader));

/** How many people an article is for, published or not. */
export const readerCount = sql<number>`(select count(*) from sys_user where enabled
  and ${isArticleFor(sql`(select coalesce(array_agg(role_id), '{}') from user_role where user_id = sys_user.id)`)})`;

type AttachmentRow = {
  id: number;
  name: string;
  format: FileFormat;
  type: string;
  real_name: string;
  bytes: number;
};

/** The files beside an article, in their order, as `attachmentView` takes them. */
export const attachmentsOf = sql<AttachmentRow[]>`(select coalesce(jsonb_agg(to_jsonb(f) order by rank), '[]')
  from article_file join (select id, name, format, type, real_name, bytes from stored_file) f on f.id = file_id
  where article_id = article.id and usage = 'attachment')`.as('attachments');

export const attachmentView = (file: AttachmentRow): Attachment => ({
  id: file.id,
  name: file.name,
  suffix: file.format,
  path: fileAddress(file),
  size: sizeText(file.bytes),
});

const summary = ['id', 'type', 'title', 'published_at as publishedAt'] as const;

type Published = { publishedAt: Date };

export const findArticles = (
  db: Db,
  reader: Principal,
  query: Paging & { type?: 'notice' | 'expertManual'; blurry?: string },
) =>
  paginate(
    query,
    visibleTo(db, reader)
      .select(summary)
      .$narrowType<Published>()
      .$call(whereGiven(query.type, (rows, given) => rows.where('type', '=', given)))
      .$call(whereGiven(query.blurry, (rows, given) => rows.where(contains('title', given)))),
    {
      sortable: { publishedAt: 'published_at', title: 'title' },
      order: [
        ['published_at', 'desc'],
        ['id', 'desc'],
      ],
    },
  );

export const findArticle = async (db: Db, reader: Principal, id: number) => {
  const article = await visibleTo(db, reader)
    .select([...summary, 'body', attachmentsOf])
    .$narrowType<Published>()
    .where('id', '=', id)
    .executeTakeFirst();
  return article && { ...article, attachments: article.attachments.map(attachmentView) };
};

export const findLatestNotices = (db: Db, reader: Principal, count: number) =>
  visibleTo(db, reader)
    .select(summary)
    .$narrowType<Published>()
    .where('type', '=', 'notice')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();

/** Records the first time that a reader opens an article. */
export const noteRead = (db: Db, reader: Principal, id: number) =>
  db
    .insertInto('article_read')
    .values({ article_id: id, user_id: reader.userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
