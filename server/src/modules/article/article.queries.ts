import { sql } from 'kysely';
import { EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { type Db, likePattern } from '../../platform/db.ts';
import { type Paging, paginate } from '../../platform/paginate.ts';
import type { Principal } from '../../platform/principal.ts';

/**
 * The one place that says which articles a reader sees: published ones whose audience is everybody or one of his roles.
 * The expert manual is for role 6 only (specification §6), whatever its audience says.
 */
const visibleTo = (db: Db, reader: Principal) =>
  db
    .selectFrom('article')
    .where('published_at', '<=', sql<Date>`now()`)
    .$if(!reader.roleIds.includes(EXPERT_ROLE_ID), (rows) => rows.where('type', '!=', 'expertManual'))
    .where(
      sql<boolean>`(not exists (select from article_role where article_id = article.id)
        or exists (select from article_role where article_id = article.id and role_id = any(${[...reader.roleIds]}::bigint[])))`,
    );

const summary = ['id', 'type', 'title', 'published_at as publishedAt'] as const;

export const findArticles = (
  db: Db,
  reader: Principal,
  query: Paging & { type?: 'notice' | 'expertManual'; blurry?: string },
) =>
  paginate(
    query,
    visibleTo(db, reader)
      .select(summary)
      .$if(!!query.type, (rows) => rows.where('type', '=', query.type as 'notice'))
      .$if(!!query.blurry, (rows) =>
        rows.where((where) =>
          where(where.fn('lower', ['title']), 'like', likePattern(query.blurry as string)),
        ),
      ),
    {
      sortable: { publishedAt: 'published_at', title: 'title' },
      order: [
        ['published_at', 'desc'],
        ['id', 'desc'],
      ],
    },
  );

export const findArticle = (db: Db, reader: Principal, id: number) =>
  visibleTo(db, reader)
    .select([...summary, 'body'])
    .where('id', '=', id)
    .executeTakeFirst();

export const findLatestNotices = (db: Db, reader: Principal, count: number) =>
  visibleTo(db, reader)
    .select(summary)
    .where('type', '=', 'notice')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
