import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, id, searchText } from '../schemas.ts';

export const ArticleType = z.enum(['notice', 'expertManual']);

export const ArticleSummary = z.object({
  id: z.number(),
  type: ArticleType,
  title: z.string(),
  publishedAt: dateTime,
});
/** The body is HTML that the server has sanitised. */
export const Article = ArticleSummary.extend({ body: z.string() });

/** Readers see what is published to everybody or to one of their roles; the expert manual only reaches role 6. */
export const articleApi = {
  list: endpoint('GET', '/api/article', {
    summary: '公告列表',
    access: 'signedIn',
    query: z.object({ ...pageQuery, type: ArticleType.optional(), blurry: searchText.optional() }),
    result: pageOf(ArticleSummary),
  }),
  read: endpoint('GET', '/api/article/:id', {
    summary: '阅读公告',
    access: 'signedIn',
    params: z.object({ id }),
    result: Article,
  }),
};
