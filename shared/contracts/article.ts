import { z } from 'zod';
import { Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { unlessBlank } from '../rules/text/blank-text.ts';
import { fileUpload, StoredFile } from './file.ts';
import { dateTime, id, numeric, optionalMoment, reference, searchText, text, version } from '../schemas.ts';

export const ArticleType = z.enum(['notice', 'expertManual'], { error: '请选择类型' });

export const ArticleSummary = z.object({
  id: z.number(),
  type: ArticleType,
  title: z.string(),
  publishedAt: dateTime,
});
/** A file to be downloaded beside the text. */
export const Attachment = StoredFile.pick({ id: true, name: true, suffix: true, path: true, size: true });
export type Attachment = z.output<typeof Attachment>;

/** The body is HTML that the server has sanitised. */
export const Article = ArticleSummary.extend({ body: z.string(), attachments: z.array(Attachment) });

/** 草稿 has no time of publication, that of 定时 is to come, and the time of 已结束 is over. */
export const articleStates = ['草稿', '定时', '已发布', '已结束'] as const;
export const ArticleState = z.enum(articleStates);

const Audience = z.object({ id: z.number(), name: z.string() });

/** An article as its editors see it. Without roles it is for all. */
export const ManagedArticle = z.object({
  id: z.number(),
  type: ArticleType,
  title: z.string(),
  state: ArticleState,
  publishedAt: dateTime.nullable(),
  endsAt: dateTime.nullable(),
  roles: z.array(Audience),
  readCount: z.number(),
  version: z.number(),
  updateBy: z.string().nullable(),
  updateTime: dateTime,
});
export type ManagedArticle = z.output<typeof ManagedArticle>;

/** `readerCount`: how many people it is for. */
export const ArticleDetail = ManagedArticle.extend({
  body: z.string(),
  attachments: z.array(Attachment),
  readerCount: z.number(),
});
export type ArticleDetail = z.output<typeof ArticleDetail>;

const body = z
  .string({ error: '请输入正文' })
  .trim()
  .overwrite(unlessBlank)
  .min(1, '请输入正文')
  .max(200_000, '正文过长，请精简或拆成几篇');

export const ArticleWrite = z.object({
  type: ArticleType,
  title: text('标题', 100),
  body,
  /** The manual is always for role 6, whatever is sent. */
  roles: z.array(reference).max(200, '可见角色最多 200 个').default([]),
  /** In the order of the list. Left out, as stock clients do, those that are there stay. */
  attachments: z.array(reference).max(30, '附件最多 30 个').optional(),
  /** None keeps it a draft. */
  publishedAt: optionalMoment('发布时间'),
  endsAt: optionalMoment('结束时间'),
});

export const ArticleVersion = z.object({
  version: z.number(),
  title: z.string(),
  savedBy: z.string().nullable(),
  savedAt: dateTime,
});

const filters = {
  blurry: searchText.optional(),
  type: ArticleType.optional(),
  state: ArticleState.optional(),
};

/** Readers see articles published to all or to one of their roles; the expert manual only reaches role 6. */
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
  manage: endpoint('GET', '/api/article/manage', {
    summary: '管理公告列表',
    access: 'article:list',
    query: z.object({ ...pageQuery, id: id.optional(), ...filters }),
    result: pageOf(ManagedArticle),
  }),
  /** For pickers: every role that an article can be for. */
  audiences: endpoint('GET', '/api/article/audiences', {
    summary: '可见角色（选择用）',
    access: 'article:list',
    result: z.array(Audience),
  }),
  detail: endpoint('GET', '/api/article/manage/:id', {
    summary: '管理公告详情',
    access: 'article:list',
    params: z.object({ id }),
    result: ArticleDetail,
  }),
  /** The body as readers would get it; nothing is stored. */
  preview: endpoint('POST', '/api/article/preview', {
    summary: '预览公告正文',
    access: ['article:add', 'article:edit'],
    body: z.object({ body }),
    result: z.object({ body: z.string() }),
  }),
  create: endpoint('POST', '/api/article', {
    summary: '新增公告',
    access: 'article:add',
    status: 201,
    body: ArticleWrite,
    result: Created,
  }),
  update: endpoint('PUT', '/api/article', {
    summary: '编辑公告',
    access: 'article:edit',
    status: 204,
    body: ArticleWrite.extend({ id, version }),
  }),
  remove: endpoint('DELETE', '/api/article', { summary: '删除公告', access: 'article:del', body: Ids }),
  /** A picture of the text or an attachment; what no saved article uses after a day is cleared away. */
  upload: endpoint('POST', '/api/article/files', {
    summary: '上传公告的图片或附件',
    access: ['article:add', 'article:edit'],
    status: 201,
    upload: fileUpload,
    result: StoredFile,
  }),
  versions: endpoint('GET', '/api/article/:id/versions', {
    summary: '公告的历史版本',
    access: 'article:list',
    params: z.object({ id }),
    result: z.array(ArticleVersion),
  }),
  version: endpoint('GET', '/api/article/:id/versions/:version', {
    summary: '公告的一个历史版本',
    access: 'article:list',
    params: z.object({ id, version: numeric(z.number().int().min(0).max(2_147_483_647, '版本超出范围')) }),
    result: ArticleVersion.extend({ body: z.string() }),
  }),
};
