import { z } from 'zod';
import { Bytes, Created, endpoint, Ids, pageOf, pageQuery } from '../endpoint.ts';
import { dateTime, id, searchText } from '../schemas.ts';

/** A checked archive. It is only kept: nothing of the web process ever unpacks or runs it. */
export const Archive = z.object({
  id: z.number(),
  name: z.string(),
  size: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** Findings of the check. */
  summary: z.string(),
  /** Why it cannot be downloaded, when its content is not in the store. */
  problem: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: dateTime,
});
export type Archive = z.output<typeof Archive>;

const upload = {
  field: 'file',
  maxBytes: 64 * 1024 ** 3,
  toDisk: true,
  setting: 'ARCHIVE_MAX_MB',
} as const;

/** Only for super administrators. */
const archiveApi = <const Path extends string, B extends z.ZodType>(path: Path, noun: string, body: B) => ({
  list: endpoint('GET', path, {
    summary: `${noun}列表`,
    access: 'admin',
    query: z.object({ ...pageQuery, blurry: searchText.optional() }),
    result: pageOf(Archive),
  }),
  upload: endpoint('POST', `${path}/upload`, {
    summary: `上传${noun}`,
    access: 'admin',
    status: 201,
    upload,
    body,
    result: Created,
  }),
  read: endpoint('GET', `${path}/:id/file`, {
    summary: `下载${noun}`,
    access: 'admin',
    params: z.object({ id }),
    result: Bytes,
    types: ['application/octet-stream'],
    failures: [410],
  }),
  remove: endpoint('DELETE', path, { summary: `删除${noun}`, access: 'admin', body: Ids }),
});

/** Ed25519 over the SHA-256 digest (32 bytes) of the archive, in base64. */
const Signed = z.object({
  signature: z
    .string({ error: '请同时提交签名' })
    .trim()
    .regex(/^[A-Za-z0-9+/]{86}==$/, '签名应为 64 字节的 Ed25519 签名（base64）'),
});

export const deployApi = archiveApi('/api/deploy', '发布包', Signed);
export const databaseApi = archiveApi('/api/database', '备份', z.object({}));
