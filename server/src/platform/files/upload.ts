import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Upload } from '@zhiping/shared/endpoint.ts';
import type { Config } from '../../config.ts';
import { AppError, badRequest } from '../errors.ts';
import type { Received } from './file-store.ts';
import { receiveFile, tooLarge } from './receive-file.ts';

/** Name of the file by the browser, and its content: in memory, or on disk during the call. */
export type UploadedFile = { name: string; bytes: Buffer };
export type ReceivedFile = Received & { name: string };

export type UploadSettings = Pick<Config, 'DATA_DIR' | 'FILE_MAX_MB' | 'ARCHIVE_MAX_MB'>;

export type Uploaded = {
  file: UploadedFile | undefined;
  received: ReceivedFile | undefined;
  fields: Record<string, string>;
  /** Deletes the file unless it was kept. */
  discard: () => Promise<void>;
};

/** Where uploads lie until they are kept: beside the files, on the same disk, so that keeping one is a rename. */
export const incomingDirectory = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => `${DATA_DIR}/incoming`;

const MEGABYTE = 1024 * 1024;

const limitOf = ({ maxBytes, setting }: Upload, settings: UploadSettings) =>
  setting ? Math.min(maxBytes, settings[setting] * MEGABYTE) : maxBytes;

/** Bytes that a form adds around its file. */
const FORM_BYTES = 300_000;

/** The parser of forms throws plain errors, and so does a caller who has gone; those of the disk name what failed. */
const explainBadForm = (error: unknown): unknown => {
  const { statusCode, syscall } = error as { statusCode?: number; syscall?: string };
  return error instanceof AppError || statusCode || syscall
    ? error
    : badRequest('upload.malformed', '上传的表单不完整或格式有误，请重新上传');
};

/** The one file of a multipart form and its other fields. */
export const readUpload = async (
  request: FastifyRequest,
  upload: Upload,
  settings: UploadSettings,
): Promise<Uploaded> => {
  if (!request.isMultipart()) throw new AppError(415, 'upload.not_multipart', '请以表单方式上传文件');
  const limit = limitOf(upload, settings);
  // Refused before a byte is written, if the client declares the size.
  if (Number(request.headers['content-length']) > limit + FORM_BYTES) throw tooLarge(limit);
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  let received: ReceivedFile | undefined;
  const discard = async () => {
    if (received) await rm(received.path, { force: true });
  };
  try {
    // One byte more, so that the own message is sent instead of the library's.
    const limits = { fileSize: limit + 1, files: 1, fields: 20, fieldSize: 10_000 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (part.fieldname !== upload.field) part.file.resume();
      else if (upload.toDisk)
        received = {
          name: part.filename,
          ...(await receiveFile(incomingDirectory(settings), part.file, limit)),
        };
      else file = { name: part.filename, bytes: await part.toBuffer() };
    }
    if (file && file.bytes.length > limit) throw tooLarge(limit);
    if (!(received?.bytes ?? file?.bytes.length)) throw badRequest('upload.missing', '请选择要上传的文件');
  } catch (error) {
    await discard();
    // Drains the rest of the form, which would otherwise block the next call of this connection for a minute.
    request.raw.resume();
    throw explainBadForm(error);
  }
  return { file, received, fields, discard };
};
