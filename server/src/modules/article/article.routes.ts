import { articleApi as api } from '@zhiping/shared/contracts/article.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../platform/errors.ts';
import { on } from '../../platform/http.ts';
import { findArticle, findArticles } from './article.queries.ts';

export const articleRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findArticles(db, user, query)),
  on(api.read, async ({ params, user }) => {
    const article = await findArticle(db, user, params.id);
    if (!article) throw notFound('公告');
    return article;
  }),
];
