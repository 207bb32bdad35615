import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, unavailable } from '../errors.ts';
import type { Received } from './file-store.ts';
import { daysBefore } from '../clock.ts';

const diskFull = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** An error of the disk in words for the person who uploads, when it is that no room is left. */
export const explainDiskFull = (error: unknown): unknown =>
  diskFull.has((error as NodeJS.ErrnoException).code ?? '')
    ? unavailable('服务器存储空间不足，文件没有保存，请联系管理员', 'file.disk_full')
    : error;

export const tooLarge = (maxBytes: number) =>
  new AppError(413, 'upload.too_large', `文件不能超过 ${Math.floor(maxBytes / 1024 / 1024)} MB`);

/**
 * Write a stream to a file of its own in `directory`, hashing on the way, and flush it. Whatever goes wrong, nothing is
 * left behind; a file that is received belongs to the caller, who keeps or deletes it.
 */
export const receiveFile = async (
  directory: string,
  source: Readable,
  maxBytes: number,
): Promise<Received> => {
  await mkdir(directory, { recursive: true });
  const path = join(directory, randomUUID());
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const file = await open(path, 'wx', 0o640);
    await pipeline(
      source,
      async function* measure(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw tooLarge(maxBytes);
          hash.update(chunk);
          yield chunk;
        }
      },
      file.createWriteStream({ flush: true }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw explainDiskFull(error);
  }
  return { path, sha256: hash.digest('hex'), bytes };
};

/** Delete what a process that was killed left half received. No upload takes a day. */
export const deleteLeftovers = async (directory: string, now: Date) => {
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < daysBefore(now, 1)) await rm(path, { force: true });
  }
};
