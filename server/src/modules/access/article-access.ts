import { type RawBuilder, sql } from 'kysely';
import { EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import type { Principal } from '../../platform/auth/principal.ts';

/** Whether an article is for readers with these roles. The manual is for role 6 only, whatever its audience says. */
export const isArticleFor = (roleIds: RawBuilder<unknown>) =>
  sql<boolean>`(article.type <> 'expertManual' or ${EXPERT_ROLE_ID} = any(${roleIds}::bigint[]))
    and (not exists (select from article_role where article_id = article.id)
      or exists (select from article_role where article_id = article.id and role_id = any(${roleIds}::bigint[])))`;

/** The one place that decides which articles a reader sees: published, not over, and addressed to them. */
export const isVisibleTo = (reader: Principal) =>
  sql<boolean>`(article.published_at <= ${reader.at} and (article.ends_at is null or article.ends_at > ${reader.at})
    and ${isArticleFor(sql`${[...reader.roleIds]}`)})`;
