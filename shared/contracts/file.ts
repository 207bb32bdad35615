import { z } from 'zod';
import { Bytes, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { isFileName } from '../rules/file/name.ts';
import { fileFormats, fileTypes, formatNames } from '../rules/file/formats.ts';
import { dateTime, id, searchText, text, timeRange, version } from '../schemas.ts';

const FileType = z.enum(fileTypes, { error: '文件类别不正确' });

/** A file with the field names of the eladmin family; `path` is its address, never a place on the server. */
export const StoredFile = z.object({
  id: z.number(),
  /** Without its ending, which is `suffix`. */
  name: z.string(),
  realName: z.string(),
  suffix: z.enum(formatNames),
  type: FileType,
  path: z.string(),
  size: z.string(),
  bytes: z.number(),
  /** Titles of the articles that need it, old versions included. */
  usedBy: z.array(z.string()),
  operate: z.string().nullable(),
  createBy: z.string().nullable(),
  updateBy: z.string().nullable(),
  version: z.number(),
  createTime: dateTime,
  updateTime: dateTime,
});
export type StoredFile = z.output<typeof StoredFile>;

/** One name for what is shown and what is sent. */
const fileName = text('文件名', 150).refine(isFileName, '文件名不能包含 / \\ : * ? " < > | 等字符');

export const fileUpload = {
  field: 'file',
  maxBytes: 1024 ** 3,
  toDisk: true,
  setting: 'FILE_MAX_MB',
} as const;

const filters = { blurry: searchText.optional(), type: FileType.optional(), createTime: timeRange };

export const storageApi = {
  list: endpoint('GET', '/api/localStorage', {
    summary: '文件列表',
    access: 'storage:list',
    query: z.object({ ...pageQuery, id: id.optional(), ...filters }),
    result: pageOf(StoredFile),
  }),
  create: endpoint('POST', '/api/localStorage', {
    summary: '上传文件',
    access: 'storage:add',
    status: 201,
    /** Stock clients send the name in the address. */
    query: z.object({ name: z.string().max(500, '文件名过长').optional() }),
    upload: fileUpload,
    result: StoredFile,
  }),
  createPicture: endpoint('POST', '/api/localStorage/pictures', {
    summary: '上传图片',
    access: ['storage:add', 'article:add', 'article:edit'],
    upload: fileUpload,
    result: StoredFile,
  }),
  update: endpoint('PUT', '/api/localStorage', {
    summary: '重命名文件',
    access: 'storage:edit',
    status: 204,
    body: z.object({ id, name: fileName, version }),
  }),
  /** Refused while an article needs one of them. */
  remove: endpoint('DELETE', '/api/localStorage', { summary: '删除文件', access: 'storage:del', body: Ids }),
  download: endpoint('GET', '/api/localStorage/download', {
    summary: '导出文件列表',
    access: 'storage:list',
    query: z.object({ sort: pageQuery.sort, ...filters }),
    result: Bytes,
  }),
  /** For its owner, holders of storage:list, and readers of an article with it; 404 for others. */
  read: endpoint('GET', '/file/:type/:name', {
    summary: '读取文件',
    access: 'signedIn',
    byCookie: true,
    params: z.object({ type: FileType, name: z.string().regex(/^[0-9a-f]{32}\.[a-z]{2,5}$/, '文件不存在') }),
    result: Bytes,
    types: Object.values(fileFormats).map(({ mime }) => mime),
  }),
};

/** The same files as the eladmin family shows those of a bucket. */
const S3File = z.object({
  id: z.number(),
  fileName: z.string(),
  fileRealName: z.string(),
  fileSize: z.string(),
  fileMimeType: z.string(),
  fileType: FileType,
  filePath: z.string(),
  createBy: z.string().nullable(),
  createTime: dateTime,
  updateTime: dateTime,
});

/** Stock clients call the search text `key` or `fileName`. */
const s3Filters = {
  key: searchText.optional(),
  fileName: searchText.optional(),
  blurry: searchText.optional(),
  createTime: timeRange,
};

/** 404 as long as no bucket is configured. */
export const s3StorageApi = {
  list: endpoint('GET', '/api/s3Storage', {
    summary: '对象存储文件列表',
    access: 'storage:list',
    query: z.object({ ...pageQuery, ...s3Filters }),
    result: pageOf(S3File),
  }),
  create: endpoint('POST', '/api/s3Storage', {
    summary: '上传到对象存储',
    access: 'storage:add',
    upload: fileUpload,
    result: z.object({ id: z.number(), errno: z.literal(0), data: z.array(z.string()) }),
  }),
  remove: endpoint('DELETE', '/api/s3Storage', {
    summary: '删除对象存储文件',
    access: 'storage:del',
    body: Ids,
  }),
  address: endpoint('GET', '/api/s3Storage/download/:id', {
    summary: '对象存储文件的地址',
    access: 'storage:list',
    params: z.object({ id }),
    result: z.object({ url: z.string() }),
  }),
  download: endpoint('GET', '/api/s3Storage/download', {
    summary: '导出对象存储文件列表',
    access: 'storage:list',
    failures: [404],
    query: z.object({ sort: pageQuery.sort, ...s3Filters }),
    result: Bytes,
  }),
};
