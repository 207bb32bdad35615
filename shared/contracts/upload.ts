import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_UPLOAD_PART, SHA256 } from '../rules/upload/parts.ts';
import { text } from '../schemas.ts';

const params = z.object({ id: z.uuid('上传编号不正确') });
const offset = z.number();
/** For an own project, an archive of materials of a school, or a recommendation. */
const access = ['project:apply', 'project:import', 'project:check'] as const;

/** A file that comes in parts, and goes on where it stopped: for its sender alone, until the form that it is for takes it. */
export const uploadApi = {
  create: endpoint('POST', '/api/upload', {
    summary: '开始上传',
    access,
    status: 201,
    autosave: true,
    failures: [413, 429],
    body: z.object({
      purpose: z.enum(['material', 'archive'], { error: '请指明上传的用途' }).default('material'),
      name: text('文件名', 255),
      bytes: z.number({ error: '请提供文件大小' }).int('文件大小必须是整数').min(1, '文件是空的'),
    }),
    result: z.object({ id: z.string(), offset }),
  }),
  /** The next part. From anywhere but the end of what is there it is 409 with the right `offset`; a wrong hash adds nothing. */
  append: endpoint('PUT', '/api/upload/:id', {
    summary: '续传一段',
    access,
    autosave: true,
    failures: [404, 409],
    params,
    upload: { field: 'file', maxBytes: MAX_UPLOAD_PART, toDisk: true },
    body: z.object({
      offset: z.coerce
        .number({ error: '起始位置必须是数字' })
        .int('起始位置必须是整数')
        .min(0, '起始位置不能小于 0'),
      sha256: z.string({ error: '请提供这一段的校验值' }).regex(SHA256, '校验值格式不正确'),
    }),
    result: z.object({ offset }),
  }),
  read: endpoint('GET', '/api/upload/:id', {
    summary: '上传进度',
    access,
    params,
    result: z.object({ offset, bytes: z.number(), name: z.string() }),
  }),
  remove: endpoint('DELETE', '/api/upload/:id', {
    summary: '取消上传',
    access,
    autosave: true,
    params,
  }),
};
