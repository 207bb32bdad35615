import { articleApi as api } from '@zhiping/shared/contracts/article.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';
import { findArticle, findArticles, noteRead } from './article.queries.ts';
import {
  findArticleVersion,
  findArticleVersions,
  findAudiences,
  findManagedArticle,
  findManagedArticles,
} from './managed-articles.queries.ts';
import { createArticle, deleteArticles, readableBody, updateArticle } from './save-article.ts';

export const articleRoutes = ({ db }: Deps) => [
  on(api.list, ({ query, user }) => findArticles(db, user, query)),
  on(api.read, async ({ params, user }) => {
    const article = await findArticle(db, user, params.id);
    if (!article) throw notFound('公告');
    await noteRead(db, user, article.id);
    return article;
  }),
  on(api.manage, ({ query, user }) => findManagedArticles(db, user.at, query)),
  on(api.audiences, () => findAudiences(db)),
  on(api.detail, ({ params, user }) => findManagedArticle(db, user.at, params.id)),
  on(api.preview, ({ body }) => ({ body: readableBody(body.body) })),
  on(api.create, ({ body, user }) => createArticle(db, user, body)),
  on(api.update, ({ body, user }) => updateArticle(db, user, body)),
  on(api.remove, ({ body, user }) => deleteArticles(db, user, body)),
  on(api.versions, ({ params }) => findArticleVersions(db, params.id)),
  on(api.version, ({ params }) => findArticleVersion(db, params.id, params.version)),
];
