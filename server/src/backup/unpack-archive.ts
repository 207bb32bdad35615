import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import { RestoreError } from './restore-error.ts';

/** Dumps of tables compress well, but nothing of ours so well that unpacking is an attack. */
const MAX_RATIO = 200;
const FREE_BYTES = 1024 ** 3;

export type TarEntry = Extract extends AsyncIterable<infer E> ? E : never;

/** Unpack a tar.gz into `work`, entry by entry and never more of it than an archive of its size may hold. */
export const unpackArchive = async <T>(
  archive: string,
  work: (entries: AsyncIterable<TarEntry>) => Promise<T>,
): Promise<T> => {
  const most = (await stat(archive)).size * MAX_RATIO + FREE_BYTES;
  const tar = extract();
  let unpacked = 0;
  const reading = pipeline(
    createReadStream(archive),
    createGunzip(),
    async function* limit(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        unpacked += chunk.length;
        if (unpacked > most) throw new RestoreError('备份文件解压后过大');
        yield chunk;
      }
    },
    tar,
  );
  try {
    const [, result] = await Promise.all([reading, work(tar)]);
    return result;
  } catch (error) {
    tar.destroy();
    if (error instanceof RestoreError) throw error;
    throw new RestoreError('备份文件无法读取或不完整', { cause: error });
  }
};
