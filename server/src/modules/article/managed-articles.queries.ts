import { sql } from 'kysely';
import type { articleStates } from '@zhiping/shared/contracts/article.ts';
import { type Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, type Paging, paginate } from '../../platform/lists/paginate.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { attachmentsOf, attachmentView, readerCount } from './article.queries.ts';
import { contains, whereGiven } from '../../platform/database/where-given.ts';

type State = (typeof articleStates)[number];
type Filters = { id?: number; blurry?: string; type?: 'notice' | 'expertManual'; state?: State };
type Role = { id: number; name: string };

const stateAt = (
  now: Date,
) => sql<State>`case when published_at is null then '草稿' when published_at > ${now} then '定时'
  when ends_at <= ${now} then '已结束' else '已发布' end`;

/** All articles, for those who write them. */
const selectManaged = (db: Db, now: Date, filters: Filters) =>
  db
    .selectFrom('article')
    .select([
      'id',
      'type',
      'title',
      stateAt(now).as('state'),
      'published_at as publishedAt',
      'ends_at as endsAt',
      'version',
      'update_by as updateBy',
      'update_time as updateTime',
      sql<Role[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name)
        order by role.level, role.id), '[]') from article_role join role on role.id = role_id
        where article_id = article.id)`.as('roles'),
      sql<number>`(select count(*) from article_read where article_id = article.id)`.as('readCount'),
    ])
    .$call(whereGiven(filters.id, (rows, given) => rows.where('id', '=', given)))
    .$call(whereGiven(filters.type, (rows, given) => rows.where('type', '=', given)))
    .$call(whereGiven(filters.state, (rows, given) => rows.where(stateAt(now), '=', given)))
    .$call(whereGiven(filters.blurry, (rows, given) => rows.where(contains('title', given))));

const ordering = {
  sortable: {
    id: 'id',
    title: 'title',
    publishedAt: 'published_at',
    endsAt: 'ends_at',
    updateTime: 'update_time',
  },
  order: [
    ['update_time', 'desc'],
    ['id', 'desc'],
  ],
} satisfies Ordering<Schema, 'article'>;

export const findManagedArticles = (db: Db, now: Date, query: Paging & Filters) =>
  paginate(query, selectManaged(db, now, query), ordering);

export const findManagedArticle = async (db: Db, now: Date, id: number) => {
  const article = await selectManaged(db, now, {})
    .select(['body', attachmentsOf, readerCount.as('readerCount')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!article) throw notFound('公告');
  return { ...article, attachments: article.attachments.map(attachmentView) };
};

export const findAudiences = (db: Db) =>
  db.selectFrom('role').select(['id', 'name']).orderBy('level').orderBy('id').execute();

const versionColumns = ['version', 'title', 'saved_by as savedBy', 'saved_at as savedAt'] as const;

/** Newest first. */
export const findArticleVersions = (db: Db, articleId: number) =>
  db
    .selectFrom('article_version')
    .select(versionColumns)
    .where('article_id', '=', articleId)
    .orderBy('version', 'desc')
    .execute();

export const findArticleVersion = async (db: Db, articleId: number, version: number) => {
  const found = await db
    .selectFrom('article_version')
    .select([...versionColumns, 'body'])
    .where('article_id', '=', articleId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!found) throw notFound('历史版本');
  return found;
};
