import type { FastifyRequest } from 'fastify';
import type { Upload } from '@zhiping/shared/endpoint.ts';
import { AppError, badRequest } from './errors.ts';

export type UploadedFile = { name: string; bytes: Buffer };

/** The one file of a multipart form, whole in memory (only small files come this way), and its other fields. */
export const readUpload = async (
  request: FastifyRequest,
  { field, maxBytes }: Upload,
): Promise<{ file: UploadedFile; fields: Record<string, string> }> => {
  if (!request.isMultipart()) throw new AppError(415, 'upload.not_multipart', '请以表单方式上传文件');
  let file: UploadedFile | null = null;
  const fields: Record<string, string> = {};
  const parts = request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 } });
  for await (const part of parts) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value);
    else if (part.fieldname === field) file = { name: part.filename, bytes: await part.toBuffer() };
    else part.file.resume();
  }
  if (!file || file.bytes.length === 0) throw badRequest('upload.missing', '请选择要上传的文件');
  return { file, fields };
};
