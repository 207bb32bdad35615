import { z } from 'zod';
import type { Permission } from './permissions.ts';

/**
 * Who may call an endpoint. `public`: without a session; `signedIn`: with any session; a permission, or a list of which
 * one is enough. Holders of `admin` have every permission.
 */
export type Access = 'public' | 'signedIn' | Permission | readonly [Permission, ...Permission[]];

/**
 * An upload takes its only file from this multipart field; the other fields of the form are the body. It is read into
 * memory, or streamed to disk; a setting may allow less than `maxBytes`. With `orJson` the same may
 * come as a JSON body of the same size, without a file.
 */
export type Upload = {
  field: string;
  maxBytes: number;
  toDisk?: true;
  orJson?: true;
  setting?: 'FILE_MAX_MB' | 'ARCHIVE_MAX_MB';
};

/** One HTTP operation as plain data: the server mounts it, the web app calls it, the API description prints it. */
export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below `/title`, with `:name` for parameters. */
  path: string;
  /** Purpose of the call, in Chinese: shown in the API description and in the operation log. */
  summary: string;
  access: Access;
  /** Status of success. */
  status: 200 | 201 | 204;
  params: P;
  query: Q;
  body: B;
  result: R;
  upload?: Upload;
  /** Also for experts who have not confirmed their profile yet: what the gate itself needs (specification §2). */
  atConfirmationGate?: true;
  /** Types of an answer in bytes, where it is no sheet. */
  types?: readonly string[];
  /** Statuses of failure that only this call has. */
  failures?: readonly number[];
  /** Saves drafts or screen settings, very often: not in the operation log, without notices and audit. */
  autosave?: true;
  /**
   * A key of its query that it does not have is refused: a filter that does nothing shows more than was asked for. Not for calls of the
   * family of other clients, which send keys of their own.
   */
  knownQuery?: true;
  /** Pictures and links send no header: the cookie that holds the token counts too. Only for calls that just read. */
  byCookie?: true;
};

const nothing = z.unknown().transform(() => undefined);
type Nothing = typeof nothing;

type Parts<P, Q, B, R> = {
  summary: string;
  access: Access;
  status?: 200 | 201 | 204;
  params?: P;
  query?: Q;
  body?: B;
  result?: R;
  upload?: Upload;
  types?: readonly string[];
  failures?: readonly number[];
  atConfirmationGate?: true;
  autosave?: true;
  knownQuery?: true;
  byCookie?: true;
};

/** Declare an endpoint. Parts that are left out are empty; there is no way to leave out `access`. */
export const endpoint = <
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  R extends z.ZodType = Nothing,
>(
  method: Endpoint['method'],
  path: string,
  parts: Parts<P, Q, B, R>,
): Endpoint<P, Q, B, R> =>
  ({
    status: 200,
    ...parts,
    method,
    path,
    params: parts.params ?? nothing,
    query: parts.query ?? nothing,
    body: parts.body ?? nothing,
    result: parts.result ?? nothing,
  }) as Endpoint<P, Q, B, R>;

/**
 * Answer of a call that is not JSON: the bytes, whole or as they are made, their type, and for how long a browser may
 * keep them. With a file name it is a download. `uploaded` marks content of users: only for this reader, and only
 * `inline` may be shown, while anything else is saved.
 */
export type Bytes = {
  type: string;
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  length?: number;
  cacheSeconds?: number;
  fileName?: string;
  uploaded?: 'inline' | 'attachment';
  /** Names the content: with it a call may ask for a part. */
  etag?: string;
  /** Part of the content, both ends included; by default the whole. */
  part?: { start: number; end: number; total: number };
  /** For a sheet that is being written: its number of rows so far. */
  rows?: () => number;
};
export const Bytes = z.custom<Bytes>();

export const isNothing = (schema: z.ZodType) => schema === (nothing as z.ZodType);

const MAX_ROWS = 10_000;

/** wire.md §1: `page` from 0, `size` 10 by default, at most 10 000; `sort=field,asc|desc`, repeatable. */
export const pageQuery = {
  page: z.coerce.number({ error: '页码必须是数字' }).int().min(0, '页码不能小于 0').max(1_000_000).default(0),
  size: z.coerce
    .number({ error: '每页条数必须是数字' })
    .int()
    .min(1, '每页条数不能小于 1')
    .max(MAX_ROWS, '每页最多 10000 条')
    .default(10),
  sort: z
    .preprocess(
      (value) => (value === undefined || Array.isArray(value) ? value : [value]),
      z.array(z.string().regex(/^\w+(,(asc|desc))?$/, '排序格式应为 字段,asc 或 字段,desc')).max(5),
    )
    .optional(),
};

/**
 * For a tree: whole levels whatever the size, since trees of stock clients have no pages, unless pages are requested.
 */
export const treeQuery = { ...pageQuery, paged: z.stringbool().or(z.boolean()).optional() };

/** Requested page of a tree. */
export const levelOf = <Q extends { page: number; size: number; paged?: boolean | undefined }>(query: Q): Q =>
  query.paged ? query : { ...query, page: 0, size: MAX_ROWS };

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ content: z.array(item), totalElements: z.number() });

/** Body of every DELETE of a list: the ids. */
export const Ids = z.array(z.number().int()).min(1, '请先选择数据').max(1000, '一次最多 1000 条');

/** Answer of every create. */
export const Created = z.object({ id: z.number() });
