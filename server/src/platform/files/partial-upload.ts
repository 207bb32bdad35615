import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../config.ts';
import { explainDiskFull } from './receive-file.ts';

type Settings = Pick<Config, 'DATA_DIR'>;

/** Where files that come in parts lie until they are whole: beside the others, on the same disk. */
export const partialDirectory = ({ DATA_DIR }: Settings) => `${DATA_DIR}/uploads`;

export const partialPath = (settings: Settings, id: string) => join(partialDirectory(settings), id);

/**
 * How much of what the database says to have come is on this node: all, or nothing where another node has it. What lies
 * beyond is from a call that was killed and does not count.
 */
export const bytesHere = async (path: string, received: number): Promise<number> => {
  const found = await stat(path).catch(() => null);
  return found && found.size >= received ? received : 0;
};

/**
 * Writes a part at its offset, truncates what lay behind, and flushes. The caller holds the lock of the upload, so that
 * there is one writer.
 */
export const writePart = async (path: string, offset: number, part: string): Promise<void> => {
  try {
    await mkdir(dirname(path), { recursive: true });
    if (offset > 0) await truncate(path, offset);
    const flags = offset > 0 ? 'r+' : 'w';
    await pipeline(
      createReadStream(part),
      createWriteStream(path, { flags, start: offset, mode: 0o640, flush: true }),
    );
  } catch (error) {
    throw explainDiskFull(error);
  }
};

export const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

export const removePartial = (settings: Settings, id: string) =>
  rm(partialPath(settings, id), { force: true });
